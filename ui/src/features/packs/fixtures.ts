/** A pack of three skills with its dry run, for tests. */
import type {
  GateResult,
  Host,
  Pack,
  PackContent,
  PackExport,
  PackFile,
  PackLoss,
  PackPlan,
  PackRefusal,
  PackSkill,
  PackSummary,
  PackTarget,
  PackTargetOffer,
  PackTargetPlan,
  ScanFinding,
  SkillRow,
} from '$lib/ipc';
import { recorded } from '$lib/ipc/recorded';
import { newContent } from './content';

export const row = (name: string, more: Partial<SkillRow> = {}): SkillRow => ({
  id: `id-${name}`,
  name,
  description: `${name} does something. Use when it is asked for.`,
  group: '',
  tags: [],
  tokens: { description: 20, body: 400, files: 80 },
  errors: 0,
  warnings: 0,
  is_fixable: false,
  has_draft: false,
  link: 'none',
  is_linked: false,
  is_written: false,
  broken: null,
  aggregate_version: 1,
  updated_at: '',
  ...more,
});

export const skills: SkillRow[] = [row('emergency'), row('tides', { errors: 1 }), row('valves')];

export const target = (name: PackTarget['target'], more: Partial<PackTarget> = {}): PackTarget => ({
  target: name,
  client: null,
  plugin: null,
  folder: name,
  ...more,
});

/** The targets a pack can have in a library for all clients, or for one. */
export function offer(client: Host | null = null): PackTargetOffer {
  const all = recorded('listPackTargets');
  if (!client) return all;
  const folder = { target: 'client-folder' as const, client };
  const groups = all.groups.map((group) => ({
    ...group,
    choices: group.choices.filter((choice) => choice.client !== client),
  }));
  return { client, groups: [{ kind: 'own', choices: [folder] }, ...groups], preselected: [folder] };
}

export const content = (more: Partial<PackContent> = {}): PackContent => ({
  ...newContent(['id-emergency', 'id-tides'], offer()),
  targets: [target('agent-skills'), target('light4j-sql')],
  ...more,
});

export const pack = (id: string, more: Partial<Pack> = {}): Pack => ({
  id,
  name: `pack-${id}`,
  aggregate_version: 1,
  updated_at: '2026-01-01T00:00:00Z',
  content: content(),
  next_version: '1.0.1',
  last_out: '/out',
  ...more,
});

export const inPack = (name: string, more: Partial<PackSkill> = {}): PackSkill => ({
  id: `id-${name}`,
  name,
  version: '1.2.0',
  is_required_only: false,
  files: 1,
  tokens: { description: 20, body: 400, files: 80 },
  errors: 0,
  warnings: 0,
  missing_tools: [],
  ...more,
});

export const summary = (more: Partial<PackSummary> = {}): PackSummary => ({
  skills: [inPack('emergency'), inPack('tides')],
  missing: [],
  required_skills: 0,
  tools: 8,
  agents: 2,
  queries: 61,
  files: 2,
  tokens: { description: 40, body: 800, files: 160 },
  ...more,
});

export const file = (path: string, more: Partial<PackFile> = {}): PackFile => ({
  path,
  bytes: 1200,
  sha256: 'ab',
  is_text: true,
  on_disk: 'created',
  since_last: 'changed',
  lines: { added: 5, removed: 3 },
  disk_lines: { added: 9, removed: 0 },
  ...more,
});

export const loss = (name: string, field: string, more: Partial<PackLoss> = {}): PackLoss => ({
  entity: `skill ${name}`,
  skill_id: `id-${name}`,
  field,
  outcome: 'lost',
  reason: 'no-place',
  why: 'No column holds it.',
  ...more,
});

export const refusal = (name: string, more: Partial<PackRefusal> = {}): PackRefusal => ({
  refusal: { entity: `skill ${name}`, code: 'description-length', message: 'It has 512 characters; 500 are allowed.' },
  skill_id: `id-${name}`,
  has_fix: false,
  actions: [],
  ...more,
});

export const targetPlan = (of: PackTarget, more: Partial<PackTargetPlan> = {}): PackTargetPlan => ({
  target: of,
  files: [file('a.md'), file('same.md', { since_last: 'unchanged', on_disk: 'unchanged', lines: null })],
  removed: [],
  deleted: [],
  left: [],
  losses: [],
  refused: [],
  ...more,
});

export const gate = (name: GateResult['gate'], more: Partial<GateResult> = {}): GateResult => ({
  gate: name,
  state: 'passed',
  is_holding: false,
  message: 'Nothing was found.',
  count: 0,
  accuracy: null,
  places: [],
  ...more,
});

export const accuracy = gate('accuracy', {
  message: '58 of 61 queries are answered by the right skill.',
  accuracy: {
    now: { value: 0.951, low: 0.866, high: 0.983, has_interval: true, hits: 58, of: 61 },
    before: null,
    before_version: null,
    asked_for: 90,
  },
});

export const failedErrors = gate('errors', {
  state: 'failed',
  is_holding: true,
  message: 'One error is new.',
  count: 1,
  places: [
    {
      skill_id: 'id-tides',
      entity: 'skill tides',
      path: 'SKILL.md',
      line: 3,
      column: 1,
      code: 'description-missing',
      subject: '',
      message: 'The description is missing.',
      has_fix: true,
      actions: [],
    },
  ],
});

export const finding = (more: Partial<ScanFinding> = {}): ScanFinding => ({
  rule: 'remote-code',
  severity: 'warning',
  entity: 'skill valves',
  skill_id: 'id-valves',
  path: 'scripts/install.sh',
  line: 4,
  column: 1,
  message: 'It runs what it downloads.',
  excerpt: 'curl https://example.com | sh',
  key: 'k1',
  dismissed: null,
  ...more,
});

export const plan = (of: Pack, more: Partial<PackPlan> = {}): PackPlan => ({
  plan_id: `plan-${of.id}-${of.aggregate_version}`,
  pack_id: of.id,
  name: of.name,
  aggregate_version: of.aggregate_version,
  version: of.content.version,
  out: of.last_out,
  is_compared: of.last_out !== null,
  summary: summary(),
  targets: of.content.targets.map((one) => targetPlan(one)),
  gates: [accuracy, gate('errors'), gate('secrets'), gate('phantom-tools')],
  scan: { findings: [], files: 12, binary: 1, unread: 0, is_cut: false },
  last: { id: 'e1', version: '0.9.0', made_at: '2026-01-01T00:00:00Z' },
  is_refused: false,
  is_held_back: false,
  ...more,
});

export const exported = (id: string, more: Partial<PackExport> = {}): PackExport => ({
  id,
  version: '1.0.0',
  made_at: '2026-01-02T10:00:00Z',
  out: '/out',
  key_id: null,
  targets: [{ target: target('agent-skills'), files: 2, bytes: 2400, manifest_sha256: 'cd' }],
  gates: [gate('errors')],
  overrides: [],
  ...more,
});
