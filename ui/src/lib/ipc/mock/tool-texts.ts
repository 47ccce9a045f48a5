/** What the mock studio recognises in pasted text: a curl command, settings of servers, a list of tools. */
import type { NamedValue, ToolDraft, ToolEdit, ToolImplementation, ToolImport } from '../bindings';
import { problemAt, type Schema } from './signature';

const nothing: ToolImport = { format: null, tools: [], servers: [], agents: [], secrets: [], problems: [] };

function draft(
  name: string,
  description: string,
  schema: Schema,
  implementation: ToolImplementation,
  taken: ReadonlySet<string>,
  notes: string[] = [],
): ToolDraft {
  const edit: ToolEdit = {
    id: null,
    aggregate_version: 0,
    name,
    description,
    version: '1.0.0',
    spec: {
      source: 'schema',
      signature: '',
      dialect: 'arrow',
      parameters: [],
      schema: JSON.stringify(schema, null, 2),
    },
    implementation,
    effect: null,
    timeout_s: 30,
    retries: 0,
    depends_on: [],
  };
  return { edit, is_taken: taken.has(name), notes };
}

function curl(text: string, taken: ReadonlySet<string>): ToolImport {
  const url = /https?:\/\/[^\s'"]+/.exec(text)?.[0];
  if (!url)
    return {
      ...nothing,
      format: 'curl',
      problems: [problemAt(text, 4, 'The command has no address. Paste all of it.')],
    };
  const { hostname, pathname, searchParams, origin } = new URL(url);
  const headers: NamedValue[] = [...text.matchAll(/-H\s+['"]([^:'"]+):\s*([^'"]+)['"]/g)].map(([, name, value]) => ({
    name: name!,
    value: /authorization/i.test(name!) ? `Bearer secret://${hostname.split('.').at(-2)}` : value!,
  }));
  const secrets = headers.flatMap(({ value }) => /secret:\/\/(\S+)/.exec(value)?.slice(1) ?? []);
  const names = [...searchParams.keys()];
  const implementation: ToolImplementation = {
    kind: 'rest',
    method: /-X\s+(\w+)/.exec(text)?.[1] ?? (/--data|-d\s/.test(text) ? 'POST' : 'GET'),
    url: origin + pathname,
    headers,
    query: names.map((name) => ({ name, value: `{{${name}}}` })),
    body: '',
    allow_private: false,
  };
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const name = pathname.split('/').filter(Boolean).join('_') || hostname.replaceAll('.', '_');
  const notes = ['A description is missing: say when the tool is to be used.'];
  const tool = draft(name, '', { type: 'object', properties, required: names }, implementation, taken, notes);
  return { ...nothing, format: 'curl', tools: [tool], secrets };
}

interface Listed {
  name?: string;
  description?: string;
  inputSchema?: Schema;
  input_schema?: Schema;
  function?: { name: string; description?: string; parameters?: Schema };
}

export function readTools(text: string, taken: ReadonlySet<string>): ToolImport {
  if (!text.trim()) return nothing;
  if (/^\s*curl\b/.test(text)) return curl(text, taken);
  let value: { mcpServers?: Record<string, { command: string; args?: string[] }>; tools?: Listed[] } | Listed[];
  try {
    value = JSON.parse(text) as typeof value;
  } catch (thrown) {
    const at = Number(/position (\d+)/.exec(String(thrown))?.[1] ?? 0);
    return { ...nothing, problems: [problemAt(text, at, 'This is neither JSON nor a command that is known.')] };
  }
  if (!Array.isArray(value) && value.mcpServers) {
    const servers = Object.entries(value.mcpServers).map(([name, { command, args = [] }]) => ({
      id: null,
      aggregate_version: 0,
      name,
      transport: { kind: 'stdio' as const, command, args, env: [], cwd: '' },
      is_enabled: true,
    }));
    return { ...nothing, format: 'mcp-servers', servers };
  }
  const list = Array.isArray(value) ? value : (value.tools ?? []);
  const isOpenAi = list.some((each) => each.function);
  const tools = list.map((each) =>
    draft(
      each.function?.name ?? each.name ?? 'unnamed',
      each.function?.description ?? each.description ?? '',
      each.function?.parameters ?? each.inputSchema ?? each.input_schema ?? { type: 'object' },
      { kind: 'none' },
      taken,
    ),
  );
  const format = isOpenAi ? 'openai-tools' : list.some((each) => each.input_schema) ? 'anthropic-tools' : 'mcp-tools';
  return { ...nothing, format: tools.length ? format : null, tools };
}
