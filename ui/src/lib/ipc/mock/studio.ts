/** The mock studio: every command over skills in memory, behaving simply but truly. */
import { emit } from '@tauri-apps/api/event';
import {
  type Activity,
  type AgentInfo,
  type BackupInfo,
  type ChangeReport,
  type ChangeSetKind,
  type DisplacedHow,
  type DisplacedLibrary,
  type Dependent,
  type DraftInfo,
  type FileInfo,
  type FrontmatterEdit,
  type ImportItem,
  type ImportPreview,
  type ImportReport,
  type ImportRoot,
  type InterpreterInfo,
  type LibraryInfo,
  type LibraryPlace,
  type Merge,
  type PathChoice,
  type NewSkill,
  type PurgeReport,
  type RecentLibrary,
  type ResolveRequest,
  type SalvageReport,
  type ServerDetail,
  STUDIO_EVENT,
  type SkillDetail,
  type SkillFolder,
  type SkillRow,
  type SkillWording,
  type StudioEvent,
  type SuggestedQuery,
  type ToolDetail,
  type AgentDetail,
  type ToolInfo,
  type TrashItem,
  type TrashRef,
  type Toolbox,
  type VersionInfo,
} from '../bindings';
import { agentHandlers } from './agents';
import { analyze, editFrontmatter, fields, tokensOf } from './analysis';
import { callHandlers } from './calls';
import { evaluateHandlers } from './evaluate';
import { mapHandlers } from './map';
import { problemHandlers } from './problems';
import * as queries from './queries';
import { type Scored, resolve } from './scoring';
import { seeds } from './seeds';
import { type Described, findInFiles, findSimilar, searchPalette, searchSkills } from './search';
import * as selection from './selection';
import { serversHandlers } from './servers';
import { otherFiles, skillText } from './texts';
import { countCall, toolHandlers } from './tools';

interface MockFile {
  text: string;
  tokens: number;
}
interface MockSkill {
  row: SkillRow;
  files: Map<string, MockFile>;
  version: number;
  versions: (VersionInfo & { text: string })[];
  trashedAt: string | null;
}

const options = new URLSearchParams(location.search);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const send = (event: StudioEvent) => void emit(STUDIO_EVENT, event);
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const fail = (code: string, message: string): never => {
  throw { code, message, detail: null };
};

const skills = new Map<string, MockSkill>();
/** What is in the trash beside skills. */
const trashed = new Map<string, { item: TrashRef; at: string }>();
const drafts = new Map<string, DraftInfo>();
const settings = new Map<string, string>();
const cancelled = new Set<string>();
let unsettled = 0;

function add(row: SkillRow, files: Map<string, MockFile>): MockSkill {
  const text = files.get('SKILL.md')!.text;
  const version = (at: number, reason: string, label: string, minutes: number, added: number, removed: number) => ({
    id: `${row.id}-v${at}`,
    aggregate_version: at,
    created_at: ago(minutes),
    user: 'you',
    reason,
    label,
    path: 'SKILL.md',
    added,
    removed,
    text: at < 3 ? text.slice(0, -40) : text,
  });
  const versions = [
    version(4, 'saved', 'Before the crew tool rename', 40, 0, 1),
    version(3, 'saved', '', 55, 12, 4),
    version(2, 'saved', '', 60 * 50, 31, 2),
    version(1, 'imported', 'Imported from folder', 60 * 24 * 18, 214, 0),
  ];
  const skill = { row, files, version: 4, versions, trashedAt: null };
  skills.set(row.id, skill);
  return skill;
}

for (const [at, seed] of seeds.entries()) {
  const isBroken = seed.name === 'onboarding-guide';
  const [description, body, files] = seed.tokens;
  const row: SkillRow = {
    id: `skill-${at + 1}`,
    name: seed.name,
    description: isBroken ? '' : seed.description,
    group: seed.group,
    tags: seed.tags,
    tokens: { description, body, files },
    errors: isBroken ? 1 : seed.errors,
    warnings: seed.warnings,
    has_draft: seed.draft,
    link: 'none',
    broken: isBroken
      ? { code: 'yaml', message: 'Line 3: a colon in the description needs quotes.', line: 3, column: 50 }
      : null,
    aggregate_version: 1,
    update_ts: ago(at * 97),
  };
  const texts: [string, MockFile][] = [
    ['SKILL.md', { text: skillText(seed), tokens: body }],
    ...otherFiles(seed).map(({ path, text, tokens }): [string, MockFile] => [path, { text, tokens }]),
  ];
  const skill = add(row, new Map(texts));
  if (seed.draft)
    keepDraft(skill, 'SKILL.md', `${skillText(seed)}\n- Never close a dispute without saying how to appeal.\n`, 130);
}

function get(id: string): MockSkill {
  return skills.get(id) ?? fail('not_found', 'There is no such skill any more.');
}

function fileOf(id: string, path: string): MockFile {
  return get(id).files.get(path) ?? fail('not_found', `${path} is not part of this skill.`);
}

function keepDraft(skill: MockSkill, path: string, text: string, minutes = 0) {
  drafts.set(`${skill.row.id}\n${path}`, {
    skill_id: skill.row.id,
    skill_name: skill.row.name,
    path,
    text,
    stored: skill.files.get(path)!.text,
    saved_at: ago(minutes),
  });
  skill.row = { ...skill.row, has_draft: true };
}

const found = ({ row, files }: MockSkill) => ({
  row,
  files: [...files].map(([path, file]) => ({ path, text: file.text })),
});

/** Tools, agents and servers as the palette finds them. */
const described = (): Described[] => {
  const list = <T>(command: string) => handlers[command]!({}) as T[];
  return [
    ...list<ToolInfo>('list_tools').map((tool): Described => ({ kind: 'tool', ...tool })),
    ...list<AgentInfo>('list_agents').map((agent): Described => ({
      kind: 'agent',
      description: agent.model,
      ...agent,
    })),
    ...list<ServerDetail>('list_servers').map(({ id, name, tools }): Described => {
      return { kind: 'server', id, name, description: tools.map((tool) => tool.name).join(', ') };
    }),
  ];
};

function detail({ row, files, version, versions }: MockSkill): SkillDetail {
  const text = files.get('SKILL.md')!.text;
  const list = (key: string) => fields(text).find((field) => field.key === key)?.items ?? [];
  const infos: FileInfo[] = [...files].map(([path, file]) => ({
    path,
    bytes: file.text.length,
    tokens: file.tokens,
    is_text: true,
  }));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: list('tags'),
    allowed_tools: list('allowed-tools'),
    tools: list('allowed-tools').map((name) => ({ name, standing: 'linked', tool_id: name, access: 'read' })),
    aggregate_version: version,
    version: '1.4',
    hash: `${row.id}-${version}`,
    files: infos,
    tokens: row.tokens,
    broken: row.broken,
    link: { folder: `~/code/northgate-skills/${row.name}`, changed: [], is_missing: false },
    versions: versions.length,
    uses: row.group.startsWith('Util') ? ['call-centre', 'field-desk', 'night-shift'] : ['reviewer'],
  };
}

function store(skill: MockSkill, path: string, text: string, reason: string): SkillDetail {
  const paths = [...skill.files.keys()];
  const analysis = analyze(path, text, paths);
  skill.files.set(path, { text, tokens: path === 'SKILL.md' ? analysis.tokens.body : tokensOf(text) });
  skill.version += 1;
  drafts.delete(`${skill.row.id}\n${path}`);
  const count = (severity: string) => analysis.findings.filter((finding) => finding.severity === severity).length;
  const isSkill = path === 'SKILL.md';
  const description = analysis.frontmatter?.fields.find((field) => field.key === 'description')?.text;
  skill.row = {
    ...skill.row,
    has_draft: [...drafts.values()].some((draft) => draft.skill_id === skill.row.id),
    ...(isSkill && {
      errors: count('error'),
      warnings: count('warning'),
      description: description ?? '',
      broken: analysis.frontmatter?.unreadable ? skill.row.broken : null,
    }),
    aggregate_version: 1,
    update_ts: ago(0),
  };
  skill.versions.unshift({
    id: `${skill.row.id}-v${skill.version}`,
    aggregate_version: skill.version,
    created_at: ago(0),
    user: 'you',
    reason,
    label: '',
    path,
    added: 3,
    removed: 1,
    text,
  });
  send({ kind: 'skill_changed', skill_id: skill.row.id });
  return detail(skill);
}

/** A merge with one conflict, for looking at the merge dialog: save with `?conflict`. */
function conflict(skill: MockSkill, path: string, mine: string): Merge {
  const base = skill.files.get(path)!.text;
  const theirs = base
    .replace('100 m away', '150 m away')
    .replace('## Never', '## Afterwards\n\nCall back within the hour.\n\n## Never');
  const merged = mine.replace(
    /^(4\. Wait upwind.*)$/m,
    '<<<<<<<<< mine\n$1\n=========\n4. Wait upwind, 150 m away, until the crew says it is safe.\n>>>>>>>>> theirs',
  );
  return {
    skill_id: skill.row.id,
    skill_name: skill.row.name,
    path,
    source: 'file',
    base,
    mine,
    theirs,
    merged: merged.replace('## Never', '## Afterwards\n\nCall back within the hour.\n\n## Never'),
    conflicts: 1,
    aggregate_version: skill.version,
    their_hash: 'theirs',
  };
}

const active = () => [...skills.values()].filter((skill) => skill.trashedAt === null);
const scored = (): Scored[] =>
  active().map((skill) => {
    const text = skill.files.get('SKILL.md')!.text;
    const { id, name, description, tags, broken } = skill.row;
    return {
      id,
      name,
      description,
      tags,
      tools: detail(skill).allowed_tools,
      body: text.replace(/^---\n[\s\S]*?\n---\n/, '').trim(),
      isBroken: broken !== null,
    };
  });

function wording(skill: MockSkill): SkillWording {
  const { name, description, tags, body } = scored().find(({ id }) => id === skill.row.id)!;
  return { name, description, tags, body };
}

function keepWording(skill: MockSkill, kept: SkillWording, version: number): SkillDetail {
  if (version !== skill.version)
    fail('conflict', 'The skill was saved elsewhere meanwhile. Read it again, then keep what you tried.');
  const head = skill.files
    .get('SKILL.md')!
    .text.replace(/^name:.*$/m, `name: ${kept.name}`)
    .replace(/^description:.*$/m, `description: ${kept.description}`)
    .replace(/^tags:.*$/m, `tags: [${kept.tags.join(', ')}]`)
    .replace(/^(---\n[\s\S]*?\n---\n)[\s\S]*$/, '$1');
  skill.row = { ...skill.row, name: kept.name, tags: kept.tags };
  return store(skill, 'SKILL.md', `${head}\n${kept.body}\n`, 'saved');
}

/** `?first` shows the very first start. */
let isFirstStart = options.has('first');
const entered = () => ((isFirstStart = false), library());

/** `?displaced=moved`, or deleted, replaced, unreachable, shows a library that went from its path. */
function displaced(): DisplacedLibrary | null {
  const how = options.get('displaced') as DisplacedHow | null;
  if (!how) return null;
  const path = '~/code/northgate-skills/library.db';
  const moved_to = how === 'moved' ? '~/archive/northgate-skills/library.db' : null;
  const words: Record<DisplacedHow, string> = {
    moved: `was moved to ${moved_to} while it was open.`,
    deleted: 'was deleted while it was open.',
    replaced: 'was replaced by another file while it was open.',
    unreachable: 'cannot be reached any more: its folder or drive is gone.',
  };
  const copy = '~/.local/share/skill-studio/backups/library-2026-11-22T10-00-00-000Z.db';
  return { how, message: `${path} ${words[how]}`, path, moved_to, is_path_taken: how === 'replaced', copy, drafts: 1 };
}

function library(): LibraryInfo {
  const notices = options.has('notice')
    ? [
        {
          code: 'salvaged',
          message: 'The library was damaged; 25 of 25 skills were read back into a new file beside it.',
        },
      ]
    : [];
  return {
    name: 'Northgate skills',
    path: '~/code/northgate-skills/library.db',
    host: 'local',
    skills: active().length,
    is_sample: false,
    notices,
    read_only: options.has('readonly')
      ? 'This library is read-only: nothing can be written to ~/code/northgate-skills.'
      : null,
    displaced: displaced(),
  };
}

const roots: ImportRoot[] = [
  {
    path: '/home/ana/code/northgate-skills',
    skills: 18,
    linked: 18,
    changed: 1,
    missing: 0,
    is_there: true,
  },
  { path: '/home/ana/.claude/skills', skills: 5, linked: 0, changed: 0, missing: 0, is_there: true },
  { path: '/media/usb/old-skills', skills: 2, linked: 2, changed: 0, missing: 2, is_there: false },
];

const toImport = (part: Partial<ImportItem> & { name: string }): ImportItem => ({
  description: '',
  path: `/home/ana/code/northgate-skills/${part.name}/SKILL.md`,
  group: 'northgate-skills',
  state: 'new',
  twin: null,
  is_copied: true,
  is_linked: true,
  files: 1,
  problem: null,
  is_broken: false,
  ...part,
});
const imports: ImportItem[] = [
  toImport({
    name: 'boiler-service',
    description: 'Plans a boiler service and says what the customer must do before it.',
    files: 3,
  }),
  toImport({
    name: 'gas-emergency',
    state: 'same_name',
    twin: { is_stored: true, name: 'gas-emergency', path: 'Northgate skills' },
    files: 6,
  }),
  toImport({
    name: 'locate-request',
    state: 'unlinked',
    twin: { is_stored: true, name: 'locate-request', path: 'Northgate skills' },
    is_copied: false,
    files: 2,
  }),
  toImport({
    name: 'locate-request',
    path: '/home/ana/code/northgate-skills/archive/locate-request/SKILL.md',
    group: 'archive',
    state: 'identical',
    twin: { is_stored: false, name: 'locate-request', path: '/home/ana/code/northgate-skills/locate-request/SKILL.md' },
    is_copied: false,
    is_linked: false,
    files: 2,
  }),
  toImport({
    name: 'water-leak-triage',
    group: 'archive',
    path: '/home/ana/code/northgate-skills/archive/water-leak-triage/SKILL.md',
    state: 'update',
    twin: { is_stored: true, name: 'water-leak-triage', path: 'Northgate skills' },
    problem: 'Tags are written as one string; read as three.',
    files: 2,
  }),
  toImport({ name: 'tariff-advice', problem: 'Line 4: the quote that opens here is never closed.', is_broken: true }),
];
const skipped = ['huge', 'larger', 'largest'].map((name) => ({
  path: `/home/ana/code/northgate-skills/${name}/SKILL.md`,
  code: 'too-large',
  title: 'Too large',
  message: 'This file has 52 MB; a skill file can have 10 MB.',
}));

async function runImport(chosen: readonly string[] | null): Promise<ImportReport> {
  const report: ImportReport = {
    imported: [],
    skipped,
    warnings: [],
    unreadable: 0,
    not_chosen: 0,
    cancelled: false,
  };
  const id = `import-${Date.now()}`;
  const total = 240;
  const activity = (done: number, is_finished = false): Activity => ({
    id,
    kind: 'import',
    title: 'Importing skills',
    done,
    total,
    is_finished,
  });
  for (let done = 0; done <= total && !cancelled.has(id); done += 8) {
    send({ kind: 'activity', activity: activity(done) });
    await wait(options.has('slow') ? 600 : 30);
  }
  report.cancelled = cancelled.has(id);
  send({ kind: 'activity', activity: activity(total, true) });
  report.imported = imports
    .filter((item) => (chosen ? chosen.includes(item.path) : item.is_copied))
    .map((item, at) => ({
      kind: 'skill',
      name: item.name,
      id: `imported-${at}`,
      path: item.path,
      outcome: item.state === 'update' ? 'updated' : 'added',
    }));
  report.not_chosen = imports.length - report.imported.length;
  send({ kind: 'library_changed' });
  return report;
}

function create({ name, description }: NewSkill): SkillDetail {
  if (active().some((skill) => skill.row.name === name))
    fail('invalid', `A skill is called ${name} already. Choose another name.`);
  const id = `skill-${skills.size + 1}`;
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`;
  const row: SkillRow = {
    id,
    name,
    description,
    group: 'Northgate skills',
    tags: [],
    tokens: { description: tokensOf(description), body: 6, files: 0 },
    errors: 0,
    warnings: 1,
    has_draft: false,
    link: 'none',
    broken: null,
    aggregate_version: 1,
    update_ts: ago(0),
  };
  const skill = add(row, new Map([['SKILL.md', { text, tokens: 6 }]]));
  skill.versions = skill.versions.slice(-1);
  send({ kind: 'library_changed' });
  return detail(skill);
}

const changeReport = (kind: ChangeSetKind, title: string, done: number): ChangeReport => ({
  set: { id: `set-${Date.now()}`, kind, title, created_at: ago(0), changes: done, skills: done, undone: 0 },
  done,
  refused: [],
});
const interpreters: InterpreterInfo[] = [
  { language: 'python', chosen: null, program: '/usr/bin/python3', version: '3.12.4', problem: null },
  { language: 'javascript', chosen: null, program: null, version: null, problem: null },
  {
    language: 'java',
    chosen: null,
    program: null,
    version: null,
    problem: 'Java tools need a JDK (17 or newer), with its compiler. Install one, or set JAVA_HOME.',
  },
];

const changed = <T>(value: T): T => (send({ kind: 'library_changed' }), value);
const queriesChanged = <T>(value: T): T => (send({ kind: 'queries_changed' }), value);

const calls = callHandlers({
  wait,
  isSlow: options.has('slow'),
  tool: (id) => handlers['get_tool']!({ id }) as ToolDetail,
  toolNames: () => (handlers['list_tools']!({}) as ToolInfo[]).map(({ name }) => name),
  count: ({ status, elapsed_us }, id) => countCall(id, status !== 'success', elapsed_us),
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the arguments come over the wire; each command knows its own.
export const handlers: Record<string, (args: any) => unknown> = {
  library_info: () =>
    isFirstStart
      ? fail('no_library', 'No library is open. Open one, or start with the sample library.')
      : options.has('nolibrary')
        ? fail(
            'damaged_library',
            '~/code/northgate-skills/library.db is damaged: page 14 does not match its checksum. It can be salvaged into a new file; the old one stays.',
          )
        : library(),
  open_library: entered,
  create_library: entered,
  open_samples: entered,
  open_own_library: entered,
  library_place: ({ path }: { path: string }): LibraryPlace => ({
    path: `/home/you/Documents/${path.replace(/\.db$/, '')}.db`,
    problem: path === 'taken' ? '/home/you/Documents/taken.db already exists. Open it, or choose another name.' : null,
  }),
  list_skill_folders: (): SkillFolder[] =>
    options.has('nofolders')
      ? []
      : [
          { client: 'claude', path: '/home/you/.claude/skills', shown: '~/.claude/skills', skills: 18 },
          { client: 'agents', path: '/home/you/.agents/skills', shown: '~/.agents/skills', skills: 5 },
          { client: 'gemini', path: '/home/you/.gemini/skills', shown: '~/.gemini/skills', skills: 1 },
        ],
  suggest_query: (): SuggestedQuery => ({ query: 'I smell gas in the kitchen', skill: 'gas-emergency' }),
  salvage_library: library,
  save_library_copy: entered,
  salvage_report: (): SalvageReport => ({
    salvaged_at: '2026-11-22T10:00:00Z',
    kept: '~/code/northgate-skills/library.db.damaged-2026-11-22T10-00-00-000Z',
    summary:
      'This library was damaged. 412 rows were rescued, 2 repaired, 9 lost; 1 text is not what was saved. The damaged file is kept as ~/code/northgate-skills/library.db.damaged-2026-11-22T10-00-00-000Z.',
    tables: [
      { name: 'Skills', before: 25, rescued: 25, repaired: 1, altered: 0, lost: 0, is_exact: true },
      { name: 'SKILL.md files', before: 25, rescued: 24, repaired: 1, altered: 1, lost: 1, is_exact: true },
      { name: 'Labelled queries', before: 90, rescued: 82, repaired: 0, altered: 0, lost: 8, is_exact: false },
    ],
    altered: ['SKILL.md of gas-emergency'],
    repairs: ['SKILL.md of billing-dispute was damaged, and was restored from another copy of it'],
  }),
  recent_libraries: (): RecentLibrary[] => [
    { name: 'Northgate skills', path: '~/code/northgate-skills/library.db' },
    { name: 'Evidence review', path: '~/work/evidence/library.db' },
    { name: 'Sample library', path: '~/.local/share/skill-studio/sample.db' },
  ],
  skill_rows: (input) => {
    const ids = new Set(input.skillIds as string[]);
    return active()
      .map((skill) => skill.row)
      .filter((row) => ids.has(row.id));
  },
  list_skills: () => (options.has('empty') ? [] : active().map((skill) => skill.row)),
  search_skills: ({ request }) => searchSkills(active().map(found), request),
  search_palette: ({ request }) => searchPalette(active().map(found), described(), request),
  find_similar: ({ request }) => findSimilar(active().map(found), described(), request),
  find_in_files: ({ request }) => findInFiles(active().map(found), request),
  replace_in_files: () => fail('invalid', 'The mock studio replaces nothing.'),
  entity_at: () => null,
  find_uses: ({ id }) => ({ name: skills.get(id)?.row.name ?? id, uses: [] }),
  list_agents: () => [
    {
      id: 'agent-1',
      name: 'call-centre',
      model: 'anthropic/claude-sonnet',
      skills: ['gas-emergency', 'water-leak-triage'],
    },
  ],
  get_skill: ({ id }) => detail(get(id)),
  read_file: ({ skillId, path }) => ({
    path,
    text: fileOf(skillId, path).text,
    hash: `${skillId}-${get(skillId).version}`,
    is_text: true,
    aggregate_version: get(skillId).version,
    draft: drafts.get(`${skillId}\n${path}`)?.text ?? null,
  }),
  analyze: ({ skillId, path, text }) => analyze(path, text, [...get(skillId).files.keys()]),
  edit_frontmatter: ({ text, edit }: { text: string; edit: FrontmatterEdit }) => editFrontmatter(text, edit),
  save_file: ({ skillId, path, text, theirHash }) => {
    const skill = get(skillId);
    if (options.has('conflict') && theirHash === null && unsettled++ === 0)
      return { kind: 'conflict', merge: conflict(skill, path, text) };
    return { kind: 'saved', detail: store(skill, path, text, theirHash ? 'merged' : 'saved') };
  },
  create_skill: ({ skill }) => create(skill),
  rename_skill: ({ id, name }) => {
    const skill = get(id);
    skill.row = { ...skill.row, name };
    return store(
      skill,
      'SKILL.md',
      skill.files.get('SKILL.md')!.text.replace(/^name:.*$/m, `name: ${name}`),
      'renamed',
    );
  },
  duplicate_skill: ({ id }) => create({ name: `${get(id).row.name}-copy`, description: get(id).row.description }),
  create_file: ({ skillId, path }) => (
    get(skillId).files.set(path, { text: '', tokens: 0 }),
    changed(detail(get(skillId)))
  ),
  rename_file: ({ skillId, from, to }) => {
    const { files } = get(skillId);
    files.set(to, fileOf(skillId, from));
    files.delete(from);
    return changed(detail(get(skillId)));
  },
  delete_file: ({ skillId, path }) => (get(skillId).files.delete(path), changed(detail(get(skillId)))),
  keep_draft: ({ skillId, path, text }) => keepDraft(get(skillId), path, text),
  discard_draft: ({ skillId, path }) => {
    drafts.delete(`${skillId}\n${path}`);
    const skill = get(skillId);
    skill.row = { ...skill.row, has_draft: [...drafts.values()].some((draft) => draft.skill_id === skillId) };
    changed(null);
  },
  list_form_drafts: () => ({ drafts: [], unreadable: null }),
  save_form_draft: () => null,
  delete_form_draft: () => null,
  find_credentials: ({ values }) => (values as unknown[]).map(() => false),
  split_command: ({ text }) => (text as string).split(' '),
  list_drafts: () => (options.has('drafts') || started ? [...drafts.values()] : []),
  list_versions: ({ skillId }) => get(skillId).versions.map(({ text: _text, ...version }) => version),
  read_version: ({ versionId }) =>
    [...skills.values()].flatMap((skill) => skill.versions).find((version) => version.id === versionId)?.text ?? '',
  restore_version: ({ versionId }) => {
    const skill = [...skills.values()].find((candidate) =>
      candidate.versions.some((version) => version.id === versionId),
    )!;
    const version = skill.versions.find((candidate) => candidate.id === versionId)!;
    return store(skill, version.path, version.text, 'restored');
  },
  label_version: ({ versionId, label }) => {
    for (const skill of skills.values())
      for (const version of skill.versions) if (version.id === versionId) version.label = label;
  },
  tag_skills: ({ ids, add, remove }) => {
    for (const id of ids) {
      const skill = get(id);
      const tags = skill.row.tags.filter((tag) => !remove.includes(tag) && !add.includes(tag));
      skill.row = { ...skill.row, tags: [...tags, ...add] };
    }
    return changed(changeReport('tag', 'Changed tags', ids.length));
  },
  move_skills: ({ ids, group }) => {
    for (const id of ids) get(id).row = { ...get(id).row, group };
    return changed(changeReport('move', `Moved to ${group}`, ids.length));
  },
  rename_group: ({ from, to }) => {
    const members = active().filter((skill) => skill.row.group === from);
    for (const skill of members) skill.row = { ...skill.row, group: to };
    return changed(changeReport('move', `Moved to ${to}`, members.length));
  },
  dependents: (): Dependent[] => [],
  trash: ({ item }) => {
    if (item.kind === 'skill') get(item.id).trashedAt = ago(0);
    else {
      handlers[`trash_${item.kind}`]?.({ id: item.id });
      trashed.set(item.id, { item, at: ago(0) });
    }
    return changed({ ...item, aggregate_version: item.aggregate_version + 1 });
  },
  trash_skills: ({ skills }) => {
    for (const { id } of skills) get(id).trashedAt = ago(0);
    return changed(changeReport('trash', 'Moved to the trash', skills.length));
  },
  restore: ({ item }) => {
    if (item.kind === 'skill') get(item.id).trashedAt = null;
    else {
      handlers[`restore_${item.kind}`]?.({ id: item.id });
      trashed.delete(item.id);
    }
    return changed({ ...item, aggregate_version: item.aggregate_version + 1 });
  },
  list_trash: (): TrashItem[] => [
    ...[...skills.values()].flatMap(({ row, trashedAt }) =>
      trashedAt
        ? [
            {
              item: { kind: 'skill' as const, id: row.id, aggregate_version: row.aggregate_version },
              name: row.name,
              description: row.description,
              trashed_at: trashedAt,
              free_name: null,
            },
          ]
        : [],
    ),
    ...[...trashed.values()].map(({ item, at }) => ({
      item,
      name: item.id,
      description: '',
      trashed_at: at,
      free_name: null,
    })),
  ],
  count_trash: () => [...skills.values()].filter((skill) => skill.trashedAt).length + trashed.size,
  purge: ({ items }): PurgeReport => {
    for (const { id } of items as TrashRef[]) if (!skills.delete(id)) trashed.delete(id);
    return changed({ deleted: items.length, kept: [] });
  },
  preview_import: (): ImportPreview => ({ folder: '/home/ana/code/northgate-skills', items: imports, skipped }),
  import_paths: () => runImport(null),
  import_chosen: ({ request }) => runImport(request.chosen),
  list_import_roots: (): ImportRoot[] => roots,
  link_root: () => ({ linked: [], changed: 0, not_found: [] }),
  unlink_root: () => [],
  relink_root: () => ({ linked: [], changed: 0, not_found: [] }),
  link_skills: ({ ids }) => ({ linked: ids, changed: 0, not_found: [] }),
  unlink_skills: ({ ids }) => ids,
  relink_skill: ({ id }) => ({ linked: [id], changed: 0, not_found: [] }),
  reveal: () => null,
  cancel_activity: ({ id }) => void cancelled.add(id),
  outside_change: () => null,
  embedding_status: () => ({
    model: 'all-MiniLM-L6-v2 int8',
    state: 'ready',
    indexed: active().length - 1,
    total: active().length,
    hint: null,
  }),
  resume_embedding: () => null,
  score: ({ query, scorer, policy }) => selection.scoreAs(scored(), query, scorer, policy),
  ask_model: async ({ query, policy }) => (await wait(400), selection.askModel(scored(), query, policy)),
  scorers: selection.scorers,
  set_threshold: ({ scorer, minScore }) => selection.setThreshold(scorer, minScore),
  explain_skill: ({ query, scorer, policy, skillId }) => selection.explain(scored(), query, scorer, policy, skillId),
  skill_wording: ({ skillId }) => wording(get(skillId)),
  what_if: ({ request }) => selection.whatIf(scored(), request),
  keep_what_if: ({ skillId, wording: kept, aggregateVersion }) => keepWording(get(skillId), kept, aggregateVersion),
  model_settings: () => selection.modelSettings,
  set_model_settings: ({ settings: chosen }) => selection.setModelSettings(chosen),
  model_cost: ({ set, queries: asked }) =>
    selection.modelCost(scored(), set === null ? asked : queries.listQueries(set).map(({ query }) => query)),
  ...problemHandlers(() =>
    active().map((skill) => {
      const text = fileOf(skill.row.id, 'SKILL.md').text;
      return {
        id: skill.row.id,
        name: skill.row.name,
        group: skill.row.group,
        isBroken: skill.row.broken !== null,
        hasDraft: skill.row.has_draft,
        text,
        findings: analyze('SKILL.md', text, [...skill.files.keys()]).findings,
        store: (changed: string) => void store(skill, 'SKILL.md', changed, 'fixed'),
      };
    }),
  ),
  ...mapHandlers(() => send({ kind: 'tools_changed' })),
  ...agentHandlers({
    skills: () => active().map(({ row }) => row),
    tools: () => handlers['list_tools']!({}) as ToolInfo[],
    changed: () => send({ kind: 'tools_changed' }),
  }),
  ...evaluateHandlers({ send, wait, isCancelled: (id) => cancelled.has(id), isSlow: options.has('slow') }),
  ...calls,
  ...serversHandlers(
    {
      send,
      wait,
      fail,
      importTools: (tools) =>
        (handlers['import_toolbox']!({ toolbox: { servers: [], tools, agents: [] } }) as Toolbox).tools,
    },
    calls,
  ),
  ...toolHandlers({
    send,
    wait,
    saveServer: (server) => handlers['save_server']!({ server }) as ServerDetail,
    saveAgent: (agent) => handlers['save_agent']!({ agent }) as AgentDetail,
    fail,
    skills: (tool) =>
      active()
        .map(({ row }) => row)
        .filter(({ name }) => seeds.some((seed) => seed.name === name && seed.tools.includes(tool))),
    isEmpty: options.has('notools'),
    isMany: options.has('manytools'),
  }),
  list_query_sets: () => (options.has('noqueries') ? [] : queries.listSets()),
  list_queries: ({ set }) => queries.listQueries(set),
  put_query: ({ query }) => queriesChanged(queries.putQuery(query, new Set(active().map(({ row }) => row.name)))),
  delete_queries: ({ ids }) => queriesChanged(queries.deleteQueries(ids)),
  delete_query_set: ({ name }) => queriesChanged(queries.deleteSet(name)),
  rename_query_set: ({ from, to }) => queriesChanged(queries.renameSet(from, to)),
  resolve: ({ request }: { request: ResolveRequest }) => resolve(scored(), request),
  list_interpreters: () => interpreters,
  set_interpreter: ({ language, program }) => {
    if (program !== null && !program.startsWith('/'))
      throw { code: 'invalid', message: 'Enter the whole path of the program.', detail: null };
    const one = interpreters.find((each) => each.language === language)!;
    Object.assign(one, { chosen: program, program });
    return interpreters;
  },
  backup_info: (): BackupInfo => ({
    folder: '/home/you/.local/share/dev.skillstudio.desktop/backups/6f0c',
    copies: 5,
    kept: 7,
    newest: ago(60 * 3),
  }),
  get_setting: ({ key }) => settings.get(key) ?? null,
  set_setting: ({ key, value }) => void settings.set(key, value),
  app_ready: () => void (started = true),
  close_window: () => undefined,
  choose_paths: ({ choice }: { choice: PathChoice }) =>
    choice.kind === 'folder'
      ? ['/home/you/code/skills']
      : choice.kind === 'skills'
        ? ['/home/you/skills-export.zip']
        : choice.kind === 'library'
          ? ['/home/you/library.db']
          : ['/home/you/new-library.db'],
  question: () => ({ kind: 'path', purpose: 'write', path: '/home/you/Downloads/map.svg', exists: true }),
  answer_question: () => null,
  'plugin:window|set_title': () => null,
};
/** Drafts stay out of the way of the first screen unless `?drafts` asks for the sheet. */
let started = false;
