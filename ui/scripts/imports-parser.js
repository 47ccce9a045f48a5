/**
 * Reads modules for eslint's rules about imports, which look at what each file imports and exports, and at nothing else of
 * it: with the bundler's parser, a tenth of the time that the full ones take. What it cannot tell it leaves to those.
 */
import * as svelte from 'svelte-eslint-parser';
import ts from 'typescript-eslint';
import { parseSync } from 'vite';

/** An import in the middle of a file, of a value or of a type; a component's may stand in its markup. */
const DYNAMIC = /\bimport\s*(?:\/[*/]|\()/;
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script>/g;

/** A component's scripts at their lines, and nothing else. */
function scriptsOf(component) {
  let [scripts, end] = ['', 0];
  for (const { 0: element, 1: script, index } of component.matchAll(SCRIPT)) {
    const from = index + element.indexOf('>') + 1;
    scripts += blank(component.slice(end, from)) + script;
    end = from + script.length;
  }
  return scripts;
}
const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Gives what names another module its line. */
function locate(body, text) {
  let [line, at] = [1, 0];
  for (const { source } of body) {
    if (!source) continue;
    for (; at < source.start; at += 1) if (text[at] === '\n') line += 1;
    source.loc = { start: { line, column: 0 }, end: { line, column: 0 } };
  }
}

export const meta = { name: 'imports-parser' };

/** What `eslint-plugin-import-x` calls. */
export function parseForESLint(code, options) {
  const isComponent = options.filePath.endsWith('.svelte');
  const full = isComponent ? svelte : ts.parser;
  // `comment` is asked for where something is said to be deprecated.
  if (DYNAMIC.test(code) || options.comment) return full.parseForESLint(code, options);
  const text = isComponent ? scriptsOf(code) : code;
  const { program, errors } = parseSync(options.filePath, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) return full.parseForESLint(code, options);
  locate(program.body, text);
  return { ast: program, visitorKeys: {} };
}
