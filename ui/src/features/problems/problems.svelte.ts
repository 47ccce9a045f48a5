/** Every problem of the library: read at once, filtered and grouped here; fixed, ignored and undone by the studio. */
import { SvelteSet } from 'svelte/reactivity';
import { groupBy, indexBy, unique } from '$lib/group';
import type {
  ChangeReport,
  ChangeSetInfo,
  ChangedFile,
  ClientProblems,
  FixAction,
  Host,
  LibraryProblem,
  ProblemFile,
  ProblemList,
  ProblemOwner,
  ProblemOwnerKind,
  ProblemRule,
  RulePlace,
  Severity,
} from '$lib/ipc';
import { bySeverity, severities } from '$lib/problems/severity';
import type { ProblemsWish } from '$lib/state/intents.svelte';
import { Part } from '$lib/state/part.svelte';
import { Typed } from '$lib/state/typed.svelte';
import { placeOf } from './ignoring';

/** What the problems need of the studio. */
export interface ProblemsBackend {
  listProblems(): Promise<ProblemList>;
  listClientProblems(client: Host): Promise<ClientProblems>;
  fixAll(code: string, skills: string[]): Promise<ChangeReport>;
  ignoreProblem(skillId: string, code: string, subject: string, reason: string): Promise<unknown>;
  stopIgnoring(skillId: string, code: string, subject: string): Promise<unknown>;
  ignoreRule(code: string, place: RulePlace, reason: string): Promise<unknown>;
  stopIgnoringRule(code: string, place: RulePlace): Promise<unknown>;
  applyFixAction(skillId: string, action: FixAction): Promise<unknown>;
  listChangeSets(): Promise<ChangeSetInfo[]>;
  listChangedFiles(id: string): Promise<ChangedFile[]>;
  undoChangeSet(id: string): Promise<ChangeReport>;
  redoChangeSet(id: string): Promise<ChangeReport>;
}

/** A problem with what it is of: a skill, or a tool or agent, which has no text of its own to point into. */
export interface Found {
  key: string;
  /** None of the two where it is a skill's. */
  owner: ProblemOwnerKind | null;
  file: ProblemFile;
  problem: LibraryProblem;
  /** Whether the chosen client alone has it. */
  isOwn: boolean;
}

/** A skill file, or a rule, with the problems under it. */
export interface Group {
  kind: 'group';
  key: string;
  title: string;
  found: Found[];
  /** The rule, where it is one. */
  code: string | null;
  /** Skills in it with a fix for the rule. */
  fixable: string[];
  /** The only targets that mind a rule. */
  targets: readonly string[];
  /** Why a rule's problems have to be fixed by hand, where none can be fixed by a button. */
  byHand: string | null;
  isBroken: boolean;
}
/** A line of the list; nested where it stands under the head of what only other targets mind. */
export type Item = { isNested: boolean } & (Group | (Found & { kind: 'problem'; namesSkill: boolean }));

export type Grouping = 'skill' | 'rule';
/** What only other targets mind than the chosen client. */
const OTHERS = 'others';

export class Problems {
  readonly list = new Part<ProblemList>();
  readonly ofClient = new Part<ClientProblems>();
  readonly sets = new Part<ChangeSetInfo[]>();
  readonly #words = new Typed();
  code = $state('');
  /** The group whose skills' problems are shown: empty for skills without one, null for all that has problems. */
  group = $state<string | null>(null);
  /** Whether those of tools or of agents are shown by themselves. */
  owner = $state<ProblemOwnerKind | null>(null);
  /** The client whose view of the library is shown beside the library's own rules. */
  client = $state<Host | ''>('');
  grouping = $state<Grouping>('rule');
  #wantsIgnored = $state(false);
  /** Kinds that are left out. */
  readonly hidden = new SvelteSet<Severity>();
  readonly closed = new SvelteSet<string>([OTHERS]);

  /** What the chosen client makes of the library, once that is known. */
  readonly clientView: ClientProblems | null = $derived(
    this.ofClient.value?.client === this.client ? this.ofClient.value : null,
  );
  readonly all: readonly Found[] = $derived([
    ...(this.clientView?.files ?? []).flatMap((file) => found(file, true)),
    ...(this.list.value?.files ?? []).flatMap((file) => found(file, false)),
    ...(this.list.value?.owners ?? []).flatMap(foundOf),
  ]);
  readonly open: readonly Found[] = $derived(this.all.filter(({ problem }) => problem.ignored === null));
  readonly ignored: readonly Found[] = $derived(this.all.filter(({ problem }) => problem.ignored !== null));
  /** Whether what is ignored is shown in place of what is open; not where nothing is. */
  readonly #showsIgnored: boolean = $derived(this.#wantsIgnored && this.ignored.length > 0);
  /** Without what only other targets mind: neither the rows of skills nor the rail count that. */
  readonly #counted: readonly Found[] = $derived(this.open.filter((each) => this.#isHere(each)));
  readonly counts: Record<Severity, number> = $derived(countBySeverity(this.#counted));
  /** What of them is in no row of a skill: those of its other files, and of tools and agents. */
  readonly besides = $derived.by(() => {
    const isInFile = ({ owner, isOwn, problem }: Found) => owner === null && !isOwn && problem.path !== 'SKILL.md';
    return {
      inFiles: this.#counted.filter(isInFile).length,
      inOwners: this.#counted.filter(({ owner }) => owner !== null).length,
    };
  });
  readonly #rules: ReadonlyMap<string, ProblemRule> = $derived(
    indexBy([...(this.list.value?.rules ?? []), ...(this.clientView?.rules ?? [])], codeOf),
  );
  /** Rules that only some targets mind: none of them is the chosen client. */
  readonly #ofTargets: readonly string[] = $derived(
    this.clientView ? (this.list.value?.rules ?? []).filter((rule) => rule.targets.length > 0).map(codeOf) : [],
  );
  readonly codes: string[] = $derived(unique(this.open.map(({ problem }) => problem.code)).sort());
  /** The groups of skills that have problems. */
  readonly groups: string[] = $derived(
    unique(this.open.filter(({ owner }) => owner === null).map(({ file }) => file.group)).sort(),
  );
  /** What else has problems. */
  readonly owners: ProblemOwnerKind[] = $derived(unique(this.open.flatMap(({ owner }) => owner ?? [])).sort());
  /** What the filters leave, errors first. */
  readonly shown: readonly Found[] = $derived.by(() => {
    const words = this.#words.settled.trim().toLowerCase().split(/\s+/).filter(Boolean);
    return (this.#showsIgnored ? this.ignored : this.open)
      .filter(
        ({ owner, file, problem }) =>
          !this.hidden.has(problem.severity) &&
          (this.code === '' || problem.code === this.code) &&
          (this.group === null || (owner === null && file.group === this.group)) &&
          (this.owner === null || owner === this.owner) &&
          words.every((word) => `${file.skill} ${problem.message} ${problem.code}`.toLowerCase().includes(word)),
      )
      .sort((a, b) => bySeverity(a.problem.severity, b.problem.severity));
  });
  /** What is shown that counts for the chosen client. */
  readonly #here: readonly Found[] = $derived(this.shown.filter((each) => this.#isHere(each)));
  /** What is shown that only other targets mind. */
  readonly #elsewhere: readonly Found[] = $derived(this.shown.filter((each) => !this.#isHere(each)));
  readonly #rulesHere: readonly Group[] = $derived(byRule(this.#here, this.#rules));
  readonly #rulesElsewhere: readonly Group[] = $derived(byRule(this.#elsewhere, this.#rules));
  /** The chosen client's first; what only other targets mind stands at the end, by rule, folded until it is opened. */
  readonly items: Item[] = $derived([
    ...(this.grouping === 'skill'
      ? this.#withRows(bySkill(this.#here), { namesSkill: false, isNested: false })
      : this.#withRows(this.#rulesHere, { namesSkill: true, isNested: false })),
    ...(this.#elsewhere.length === 0 ? [] : [{ ...headOfOthers(this.#elsewhere), isNested: false }]),
    ...(this.closed.has(OTHERS) ? [] : this.#withRows(this.#rulesElsewhere, { namesSkill: true, isNested: true })),
  ]);
  /** Whether they are there, those of the client too: until then there is nothing to count. */
  readonly isRead = $derived(this.list.value !== null && (this.client === '' || this.clientView !== null));
  readonly isFiltered = $derived(
    this.isRead &&
      (this.text !== '' ||
        this.code !== '' ||
        this.group !== null ||
        this.owner !== null ||
        this.hidden.size > 0 ||
        this.#showsIgnored),
  );

  /** The client of the library when it was last looked at. */
  #followed: Host | null = null;

  constructor(private readonly backend: ProblemsBackend) {}

  /** What a rule says. */
  meaningOf = (code: string): string | undefined => this.#rules.get(code)?.meaning;

  /** The words that are looked for, as they are typed. */
  get text(): string {
    return this.#words.text;
  }
  set text(text: string) {
    this.#words.text = text;
  }

  get showsIgnored(): boolean {
    return this.#showsIgnored;
  }
  set showsIgnored(showsIgnored: boolean) {
    this.#wantsIgnored = showsIgnored;
  }

  /** Chooses the client that the library is for, each time that is another one; the next reading is of it. */
  follow(client: Host | null) {
    if (client === this.#followed) return;
    this.#followed = client;
    this.client = client ?? '';
  }

  load = async () => {
    const { client } = this;
    await Promise.all([
      this.list.load(() => this.backend.listProblems()),
      client === '' ? null : this.ofClient.load(() => this.backend.listClientProblems(client)),
    ]);
    // What is ignored later does not bring that view back by itself.
    if (this.ignored.length === 0) this.#wantsIgnored = false;
  };

  /** Shows what a client makes of the library; none for the library's own rules alone. */
  async showClient(client: Host | '') {
    this.client = client;
    if (client !== '') await this.ofClient.load(() => this.backend.listClientProblems(client));
  }

  loadSets = () => this.sets.load(() => this.backend.listChangeSets());

  toggle(severity: Severity) {
    if (!this.hidden.delete(severity)) this.hidden.add(severity);
  }

  toggleGroup(key: string) {
    if (!this.closed.delete(key)) this.closed.add(key);
  }

  clear() {
    this.text = this.code = '';
    this.group = this.owner = null;
    this.hidden.clear();
    this.showsIgnored = false;
  }

  /** Shows what counts in the library of a rule, group or severity, and no others: for its client, as the overview does. */
  showOnly({ code = '', group, severity }: ProblemsWish) {
    this.clear();
    const client = this.#followed ?? '';
    if (client !== this.client) void this.showClient(client);
    this.code = code;
    this.group = group ?? null;
    if (severity) for (const each of severities) if (each !== severity) this.hidden.add(each);
    this.grouping = code === '' ? 'rule' : 'skill';
    this.closed.clear();
    this.closed.add(OTHERS);
  }

  /** A rule with all that can be fixed of it: that of the problem at `key`, else the first that has some; null for none. */
  fixable(key: string | null): Group | null {
    if (this.#showsIgnored) return null;
    const isAsked = ({ found }: Group) => found.some((each) => each.key === key);
    const rules = [...this.#rulesHere, ...this.#rulesElsewhere];
    const asked = this.shown.some((each) => each.key === key) ? rules.filter(isAsked) : rules;
    return asked.find(({ fixable }) => fixable.length > 0) ?? null;
  }

  /** Whether a problem counts for the chosen client; every one does where none is chosen. */
  #isHere({ isOwn, problem }: Found): boolean {
    return isOwn || !this.#ofTargets.includes(problem.code);
  }

  #withRows(groups: readonly Group[], { namesSkill, isNested }: { namesSkill: boolean; isNested: boolean }): Item[] {
    return groups.flatMap((group): Item[] => {
      const rows = this.closed.has(group.key) ? [] : group.found;
      return [
        { ...group, isNested },
        ...rows.map((each) => ({ kind: 'problem' as const, namesSkill, isNested, ...each })),
      ];
    });
  }

  async fix(code: string, skills: string[]): Promise<ChangeReport> {
    const report = await this.backend.fixAll(code, skills);
    await this.load();
    return report;
  }

  /** Ends a problem by what lies beyond its text. */
  async act({ file }: Found, action: FixAction) {
    await this.backend.applyFixAction(file.skill_id, action);
    await this.load();
  }

  /** How many open problems are ignored with this one: in a place by its rule, or by themselves. */
  countWith({ file, problem }: Found, place: RulePlace | null): number {
    return this.open.filter((other) => {
      if (other.problem.code !== problem.code) return false;
      if (place?.kind === 'library') return true;
      if (other.owner !== null) return false;
      if (place?.kind === 'group') return other.file.group === place.name;
      if (place?.kind === 'skill') return other.file.skill_id === place.skill_id;
      return other.file.skill_id === file.skill_id && other.problem.subject === problem.subject;
    }).length;
  }

  /** Ignores a problem by itself. */
  async ignore({ file, problem }: Found, reason: string) {
    await this.backend.ignoreProblem(file.skill_id, problem.code, problem.subject, reason);
    await this.load();
  }

  /** Ignores all that a rule finds in a place. */
  async ignoreRule(code: string, place: RulePlace, reason: string) {
    await this.backend.ignoreRule(code, place, reason);
    await this.load();
  }

  /** Counts a problem again, and with it all that is ignored by the same word of its author. */
  async stopIgnoring(found: Found, place: RulePlace | null = placeOf(found)) {
    const { file, problem } = found;
    if (place) await this.backend.stopIgnoringRule(problem.code, place);
    else await this.backend.stopIgnoring(file.skill_id, problem.code, problem.subject);
    await this.load();
  }

  /** The skill of each file that taking a set back would change, or doing it again. */
  async turnedBy(id: string, way: 'undo' | 'redo'): Promise<string[]> {
    const files = await this.backend.listChangedFiles(id);
    return files.filter(({ is_undone }) => is_undone === (way === 'redo')).map(({ skill_id }) => skill_id);
  }

  /** Takes a set back, or does it again. */
  async turn(id: string, way: 'undo' | 'redo'): Promise<ChangeReport> {
    const report = await (way === 'undo' ? this.backend.undoChangeSet(id) : this.backend.redoChangeSet(id));
    await Promise.all([this.load(), this.loadSets()]);
    return report;
  }
}

const codeOf = ({ code }: ProblemRule) => code;

function found(file: ProblemFile, isOwn: boolean): Found[] {
  const from = isOwn ? 'client ' : '';
  return file.problems.map((problem, at) => ({
    key: `${from}${file.skill_id} ${at}`,
    owner: null,
    file,
    problem,
    isOwn,
  }));
}

/** The problems of a tool or an agent, as the list shows those of skills. */
function foundOf({ kind, id, name, problems }: ProblemOwner): Found[] {
  const file = {
    skill_id: id,
    skill: name,
    group: '',
    is_broken: false,
    has_draft: false,
    is_fixable: false,
    problems: [],
  };
  const nowhere = { subject: '', path: '', line: 0, column: 0, end_line: 0, end_column: 0 };
  return problems.map((problem, at) => ({
    key: `${id} ${at}`,
    owner: kind,
    file,
    isOwn: false,
    problem: {
      ...nowhere,
      ...problem,
      has_fix: false,
      actions: [],
      ignored_by: problem.ignored === null ? null : 'library',
    },
  }));
}

function countBySeverity(list: readonly Found[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { problem } of list) counts[problem.severity] += 1;
  return counts;
}

/** Unreadable skills first, then those with errors; of the like, those of which the chosen client has problems, by name. */
function bySkill(list: readonly Found[]): Group[] {
  const groups = [...groupBy(list, ({ file }) => file.skill_id)].map(([id, members]): Group => {
    const { file } = members[0]!;
    return {
      kind: 'group',
      key: id,
      title: file.skill,
      found: members,
      code: null,
      fixable: [],
      targets: [],
      byHand: null,
      isBroken: file.is_broken,
    };
  });
  const byBroken = (a: Group, b: Group) => Number(b.isBroken) - Number(a.isBroken);
  return groups.sort((a, b) => byBroken(a, b) || byWorst(a, b) || byOwn(a, b) || a.title.localeCompare(b.title));
}

/** The worst first; of the like, the chosen client's rules, then those with the most problems. */
function byRule(list: readonly Found[], rules: ReadonlyMap<string, ProblemRule>): Group[] {
  const groups = [...groupBy(list, ({ problem }) => problem.code)].map(([code, members]): Group => {
    const fixable = [...new Set(members.filter(({ problem }) => problem.has_fix).map(({ file }) => file.skill_id))];
    const rule = rules.get(code);
    const hasWay = fixable.length > 0 || members.some(({ problem }) => problem.actions.length > 0);
    const byHand = hasWay ? null : (rule?.by_hand ?? null);
    const [title, targets] = [rule?.meaning ?? code, rule?.targets ?? []];
    return {
      kind: 'group',
      key: `rule ${code}`,
      title,
      found: members,
      code,
      fixable,
      targets,
      byHand,
      isBroken: false,
    };
  });
  return groups.sort((a, b) => byWorst(a, b) || byOwn(a, b) || b.found.length - a.found.length);
}

/** The head over the rules that only other targets mind. */
const headOfOthers = (list: readonly Found[]): Group => ({
  kind: 'group',
  key: OTHERS,
  title: 'For other targets',
  found: [...list],
  code: null,
  fixable: [],
  targets: [],
  byHand: null,
  isBroken: false,
});

const byOwn = (a: Group, b: Group) => Number(hasOwn(b)) - Number(hasOwn(a));

const hasOwn = ({ found }: Group) => found.some(({ isOwn }) => isOwn);

/** What is found is in order: the first is the worst. */
const byWorst = (a: Group, b: Group) => bySeverity(a.found[0]!.problem.severity, b.found[0]!.problem.severity);
