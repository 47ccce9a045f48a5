/** The mock studio's search: every word as it stands, names first. */
import type {
  FindMatch,
  FindRequest,
  FindResult,
  FindThingsRequest,
  FoundThings,
  FoundKind,
  PaletteHit,
  PaletteRequest,
  PaletteResult,
  SearchField,
  SearchHit,
  SearchRequest,
  SearchResult,
  SkillRow,
  TextRange,
} from '../bindings';

export interface Searched {
  row: SkillRow;
  files: { path: string; text: string }[];
}

/** A tool, agent or server as one looks for it. */
export interface Described {
  kind: Exclude<FoundKind, 'skill'>;
  id: string;
  name: string;
  description: string;
}

const order: SearchField[] = ['name', 'description', 'tags', 'body', 'file'];

const wordsOf = (query: string) => query.toLowerCase().replaceAll('"', ' ').split(/\s+/).filter(Boolean);

function ranges(text: string, words: readonly string[]): TextRange[] {
  const low = text.toLowerCase();
  const found = words.flatMap((word) => {
    const from = low.indexOf(word);
    return from < 0 ? [] : [{ from, to: from + word.length }];
  });
  return found.sort((a, b) => a.from - b.from);
}

function passage(text: string, words: readonly string[]): string {
  const at = Math.min(...ranges(text, words).map(({ from }) => from), text.length);
  const start = Math.max(0, at - 30);
  const cut = text.slice(start, start + 180).replace(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${cut}${start + 180 < text.length ? '…' : ''}`;
}

function fields({ row, files }: Searched): { field: SearchField; text: string; path: string }[] {
  return [
    { field: 'name', text: row.name, path: '' },
    { field: 'description', text: row.description, path: '' },
    { field: 'tags', text: row.tags.join(', '), path: '' },
    ...files.map(({ path, text }) => ({ field: (path === 'SKILL.md' ? 'body' : 'file') as SearchField, text, path })),
  ];
}

function hitOf(searched: Searched, words: readonly string[]): SearchHit | null {
  const where = words.map((word) => fields(searched).find(({ text }) => text.toLowerCase().includes(word)));
  if (where.some((found) => !found)) return null;
  const worst = where.reduce((a, b) => (order.indexOf(a!.field) >= order.indexOf(b!.field) ? a : b))!;
  const shown = worst.field === 'name' ? '' : passage(worst.text, words);
  return {
    kind: 'skill',
    id: searched.row.id,
    name: searched.row.name,
    description: searched.row.description,
    field: worst.field,
    name_ranges: ranges(searched.row.name, words),
    passage: shown,
    passage_ranges: ranges(shown, words),
    path: worst.field === 'file' ? worst.path : '',
    score: 0,
  };
}

const rank = ({ field, name }: SearchHit, query: string) =>
  order.indexOf(field) * 10 + (name === query ? 0 : name.startsWith(query) ? 1 : 2);

export function searchSkills(skills: Searched[], { query, mode, limit, among }: SearchRequest): SearchResult {
  const asked = skills.filter(({ row }) => !among || among.includes(row.id));
  if (mode === 'meaning') {
    const hits = asked.slice(0, 12).map(({ row }, at) => byMeaning({ kind: 'skill', ...row }, at));
    return { hits, total: hits.length };
  }
  const words = wordsOf(query);
  const hits = asked.flatMap((skill) => hitOf(skill, words) ?? []);
  hits.sort((a, b) => rank(a, query) - rank(b, query) || a.name.localeCompare(b.name));
  return { hits: hits.slice(0, limit), total: hits.length };
}

export function searchPalette(
  skills: Searched[],
  described: Described[],
  { query, actions, kinds, limit }: PaletteRequest,
): PaletteResult {
  const words = wordsOf(query);
  const done = actions.flatMap(({ label, words: more }, index): PaletteHit[] =>
    words.every((word) => `${label} ${more}`.toLowerCase().includes(word))
      ? [{ kind: 'action', index, ranges: ranges(label, words) }]
      : [],
  );
  const asked = kinds.includes('skill') ? skills : [];
  const { hits } = searchSkills(asked, { query, mode: 'words', limit: 10_000, among: null });
  const others = described.filter(({ kind, name }) => kinds.includes(kind) && hasAll(name, words));
  const named = others.map((one): SearchHit => ({
    ...byMeaning(one, 0),
    field: 'name',
    score: 0,
    name_ranges: ranges(one.name, words),
  }));
  const all = [...done, ...[...hits, ...named].map((hit): PaletteHit => ({ kind: 'found', hit }))];
  return { hits: all.slice(0, limit), total: all.length };
}

const hasAll = (text: string, words: readonly string[]) => words.every((word) => text.toLowerCase().includes(word));

const byMeaning = (
  { kind, id, name, description }: { kind: FoundKind; id: string; name: string; description: string },
  at: number,
): SearchHit => ({
  kind,
  id,
  name,
  description,
  field: 'meaning',
  name_ranges: [],
  passage: '',
  passage_ranges: [],
  path: '',
  score: 0.91 - at * 0.05,
});

/** The mock means little: whatever has a word in its description and not in its name. */
export function findSimilar(
  skills: Searched[],
  described: Described[],
  { query, kinds, limit }: FindThingsRequest,
): FoundThings {
  const words = wordsOf(query);
  const things = [...skills.map(({ row }) => ({ kind: 'skill' as FoundKind, ...row })), ...described];
  const near = things.filter(
    ({ kind, name, description }) => kinds.includes(kind) && !hasAll(name, words) && hasAll(description, words),
  );
  const hits = near.filter(({ kind }) => kind !== 'skill').map(byMeaning);
  return { hits: hits.slice(0, limit), total: hits.length, hint: null };
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches line by line, in all files of the scope. */
export function findInFiles(skills: Searched[], { query, options, scope, replacement }: FindRequest): FindResult {
  const nothing: FindResult = { files: [], shown: 0, total: 0, total_files: 0, problem: null };
  if (query === '') return nothing;
  const source = options.is_regex ? query : escape(query);
  const pattern = new RegExp(options.whole_word ? `\\b${source}\\b` : source, options.match_case ? 'g' : 'gi');
  const isIn = ({ row }: Searched) =>
    scope.kind === 'library' || (scope.kind === 'group' ? row.group === scope.name : scope.ids.includes(row.id));
  const files = skills.filter(isIn).flatMap(({ row, files }) =>
    files.flatMap(({ path, text }) => {
      let from = 0;
      const matches = text.split('\n').flatMap((line, at): FindMatch[] => {
        const start = from;
        from += line.length + 1;
        return [...line.matchAll(pattern)].map((match) => ({
          range: { from: start + match.index, to: start + match.index + match[0].length },
          line: at + 1,
          text: line,
          shown: { from: match.index, to: match.index + match[0].length },
          replacement,
        }));
      });
      const file = { skill_id: row.id, skill: row.name, path, hash: '', has_draft: row.has_draft, matches };
      return matches.length > 0 ? [file] : [];
    }),
  );
  const total = files.reduce((sum, { matches }) => sum + matches.length, 0);
  return { ...nothing, files, shown: total, total, total_files: files.length };
}
