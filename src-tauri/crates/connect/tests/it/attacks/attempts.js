// Ways out of the engine: each gives something where there should be nothing. `run` names those that did.
const global = (name) => () => globalThis[name];
const module = (name) => () => import(name);
const code = (text) => () => Function(text)();
const built = (from) => () => from.constructor.constructor('return typeof process !== "undefined" && process')();

const attempts = {};
for (const name of [
  'require', 'process', 'global', 'window', 'self', 'Deno', 'Bun', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource',
  'Worker', 'SharedWorker', 'importScripts', 'document', 'location', 'std', 'os', 'bjson', 'setTimeout',
  'loadScript', 'load', 'read', 'readFile', 'scriptArgs', 'system', 'spawn', 'exec', 'WebAssembly', 'Buffer', 'gc',
])
  attempts[`global ${name}`] = global(name);
for (const name of [
  'fs', 'node:fs', 'net', 'node:net', 'child_process', 'std', 'os', 'qjs:std', 'qjs:os', 'bjson', '/etc/passwd',
  'file:///etc/passwd', '../../../../etc/passwd', 'https://example.com/x.js',
])
  attempts[`module ${name}`] = module(name);
Object.assign(attempts, {
  'process from a function': code('return typeof process !== "undefined" && process'),
  'this of a function': code('return this && (this.process || this.require || this.std)'),
  'process from an error': built(new Error()),
  'process from the console': built(console),
  'process from the answer': built(typeof output === 'function' ? output : Object),
  'process from a generator': () => (function* () {}).constructor('return typeof process !== "undefined" && process')().next().value,
  'frames of the host': () => {
    let found = null;
    Error.prepareStackTrace = (_, frames) => (found = frames.map((frame) => frame.getThis?.()).find(Boolean));
    void new Error().stack;
    return found?.process;
  },
  'properties of the global object': () =>
    Object.getOwnPropertyNames(globalThis).find((name) => /^(__|host|native|sys)/i.test(name) && !/^__proto__$|__(define|lookup)/.test(name)),
});

async function run() {
  const got = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      const found = await attempt();
      if (found) got[name] = String(found).slice(0, 60);
    } catch {}
  }
  return { tried: Object.keys(attempts).length, got };
}
