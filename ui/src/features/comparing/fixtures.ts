/** Made-up clients and a comparison for the tests of this feature. */
import type {
  ClientComparison,
  ClientComparisonRequest,
  ComparedEntry,
  InstalledClient,
  KeptText,
  PathChoice,
  SkillRow,
  TakenOut,
} from '$lib/ipc';
import { vi } from 'vitest';

export const client = (some: Partial<InstalledClient> = {}): InstalledClient => ({
  client: 'claude-code',
  label: 'Claude Code',
  program: '/usr/bin/claude',
  install: 'npm install -g @anthropic-ai/claude-code@latest',
  activation: 'tool_call',
  ...some,
});

export const codex = (some: Partial<InstalledClient> = {}): InstalledClient =>
  client({
    client: 'codex',
    label: 'Codex',
    program: '/usr/bin/codex',
    install: 'npm install -g @openai/codex@latest',
    activation: 'word',
    ...some,
  });

export const entry = (name: string, some: Partial<ComparedEntry> = {}): ComparedEntry => ({
  name,
  state: 'equal',
  ours: `- ${name}: Does it.`,
  theirs: `- ${name}: Does it.`,
  is_asked: false,
  ...some,
});

export const keptText = (text: string, ...taken_out: TakenOut[]): KeptText => ({ text, taken_out });

export const comparison = (some: Partial<ClientComparison> = {}): ClientComparison => ({
  client: 'claude-code',
  label: 'Claude Code',
  version: '2.1.332',
  model: 'played',
  window_tokens: 200_000,
  milliseconds: 3_100,
  has_list: true,
  is_equal: false,
  entries: [
    entry('gas'),
    entry('pdf', { state: 'other_words', ours: '- pdf: Reads files.', theirs: '- pdf: Eats files.' }),
    entry('new', { state: 'only_client', ours: null, theirs: '- new: Is new.' }),
    entry('old', { state: 'only_studio', ours: '- old: Was there.', theirs: null }),
  ],
  order: null,
  left_out: [{ name: 'secret', why: '`disable-model-invocation` is set', is_asked: false }],
  own: [{ name: 'init', chars: 40 }],
  parts: [
    { role: 'system', chars: 9, text: 'You play.', is_list: false, is_loaded: false },
    { role: 'user', chars: 60, text: 'The skills are these.', is_list: true, is_loaded: false },
  ],
  requests: [{ method: 'POST', path: '/v1/messages', chars: 4_000 }],
  blocked: ['models.example.com:443'],
  can_name_blocked: true,
  loaded: null,
  kept: keptText('{\n  "client": "claude-code"\n}\n', { kind: 'home_folder', found: '/home/max', times: 2 }),
  fixture: { kind: 'offered', fixture: keptText('{\n  "set": "claude-code-2.1.332"\n}\n') },
  captured: {
    client: 'claude-code',
    version: '2.1.332',
    window_tokens: 200_000,
    uses: [],
    lines: [{ name: 'pdf', line: '- pdf: Eats files.', location: null }],
    names: [],
  },
  ...some,
});

export const skill = (name: string) => ({ id: `id-${name}`, name }) as unknown as SkillRow;

/** A studio whose arguments come by name, as they cross. */
export const studio = () => ({
  listInstalledClients: vi.fn(async () => [client(), codex()]),
  compareWithClient: vi.fn(async (_: { request: ClientComparisonRequest }) => comparison()),
  cancelCall: vi.fn(async (_: { callId: string }) => null),
  choosePaths: vi.fn(async (_: { choice: PathChoice }) => ['/tmp/kept.json']),
  saveExport: vi.fn(async ({ path }: { path: string; content: string; isBase64: boolean }) => path),
});
