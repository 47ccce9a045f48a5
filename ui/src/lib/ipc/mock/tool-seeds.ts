/** The tools the mock studio starts with. */
import type { ToolImplementation, ToolParameter, ParameterType } from '../bindings';

export interface ToolSeed {
  name: string;
  description: string;
  group: string;
  implementation: ToolImplementation;
  parameters: ToolParameter[];
}

const parameter = (name: string, kind: ParameterType, some: Partial<ToolParameter> = {}): ToolParameter => ({
  name,
  kind,
  required: true,
  default_value: null,
  description: null,
  validation_schema: null,
  ...some,
});
const text = (...names: string[]) => names.map((name) => parameter(name, 'string'));
const mcp = (server: string, tool: string): ToolImplementation => ({ kind: 'mcp_server', server, tool });
const java = (method: string): ToolImplementation => ({
  kind: 'java',
  class: 'org.northgate.picos.PicosTools',
  method,
  class_path: ['/home/you/picos/build/libs/picos-tools.jar'],
  allow_network: false,
  memory_mb: 256,
});
const rest = (method: string, url: string, query: string[], header: string): ToolImplementation => ({
  kind: 'rest',
  method,
  url,
  headers: [{ name: 'Authorization', value: `Bearer secret://${header}` }],
  query: query.map((name) => ({ name, value: `{{${name}}}` })),
  body: '',
  allow_private: false,
});
const integer = { validation_schema: '{"type":"integer"}' };
const caller = parameter('caller', 'object', {
  validation_schema: JSON.stringify({
    properties: { number: { type: 'string' }, name: { type: 'string' } },
    required: ['number'],
  }),
});

const seed = (
  name: string,
  group: string,
  implementation: ToolImplementation,
  description: string,
  parameters: ToolParameter[],
): ToolSeed => ({ name, group, implementation, description, parameters });
const desk = (name: string, description: string, ...names: string[]) =>
  seed(name, 'field-desk', mcp('field-desk', name), description, text(...names));

export const toolSeeds: ToolSeed[] = [
  seed(
    'transfer_call',
    'telephony',
    mcp('telephony', 'transfer_call'),
    'Connects the caller to an engineer on call. Use it when someone reports gas, flooding or electric shock and a person must take over at once.',
    [...text('destination', 'reason'), caller, parameter('priority', 'number', { required: false, ...integer })],
  ),
  seed(
    'dispatch_crew',
    'telephony',
    mcp('telephony', 'dispatch_crew'),
    'Sends the nearest qualified crew to a work order.',
    text('order'),
  ),
  seed('set_picos_element', 'picos', java('setElement'), 'Stores one element of the clinical question.', [
    parameter('element', 'string', {
      validation_schema: '{"enum":["population","intervention","comparison","outcome","study"]}',
    }),
    ...text('text'),
  ]),
  seed(
    'generate_clinical_question',
    'picos',
    java('generate'),
    'Writes the clinical question out of the elements that are stored.',
    [],
  ),
  seed('validate_picos', 'picos', java('validate'), 'Says which elements are missing.', []),
  seed('clear_picos', 'picos', java('clear'), 'Forgets all elements.', []),
  seed('export_picos', 'picos', java(''), 'Gives the elements as JSON or as a table.', [
    parameter('format', 'string', { required: false, default_value: '"json"' }),
  ]),
  seed(
    'search_pubmed',
    'pubmed',
    rest('GET', 'https://eutils.pubmed.example/v1/search', ['query', 'limit'], 'pubmed'),
    'Finds articles by query, newest first, with title, authors and year.',
    [...text('query'), parameter('limit', 'number', { required: false, default_value: '20', ...integer })],
  ),
  seed(
    'knowledge_lookup',
    'knowledge-api',
    rest('POST', 'https://knowledge.northgate.example/lookup', [], 'knowledge'),
    'Looks a question up in the knowledge base and gives the best passages.',
    text('question'),
  ),
  seed('search_code', 'workbench', mcp('workbench', 'search_code'), 'Searches a repository by words or pattern.', [
    ...text('pattern'),
    parameter('paths', 'array', { required: false, validation_schema: '{"items":{"type":"string"}}' }),
  ]),
  seed('git_log', 'workbench', mcp('workbench', 'git_log'), 'Lists commits of a repository, newest first.', [
    ...text('path'),
    parameter('limit', 'number', { required: false, ...integer }),
  ]),
  desk('create_work_order', 'Opens a work order for a premise.', 'premise', 'problem'),
  desk('lookup_premise', 'Finds a premise by address or telephone number.', 'query'),
  desk('outage_status', 'Says whether an area is without supply, and until when.', 'area'),
  desk('read_diff', 'Reads the difference of a pull request.', 'number'),
  desk('run_query', 'Runs a read-only query over the warehouse.', 'sql'),
  desk('run_tests', 'Runs the tests of a folder.', 'path'),
  desk('send_sms', 'Sends a text message to the caller.', 'to', 'text'),
  seed(
    'sayHello',
    'Scripts',
    {
      kind: 'python',
      script: 'def run(arguments):\n    return {"greeting": f"Hello, {arguments[\'name\']}."}\n',
      allow_network: false,
      memory_mb: 128,
    },
    'Greets somebody by name.',
    text('name'),
  ),
  seed('old_lookup', '', { kind: 'none' }, 'Described only; nothing carries it out yet.', text('query')),
];
