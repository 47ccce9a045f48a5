/** Scores of the mock studio: the adk formula as it is, and stand-ins for the scorers that know words or meaning better. */
import type {
  Candidate,
  FieldScores,
  Meaning,
  Policy,
  ResolveRequest,
  Resolution,
  ScoreReport,
  Scorer,
  StrategyKind,
  ScoredField,
} from '../bindings';
import { tokensOf } from './analysis';
import { toolNames } from './seeds';

export interface Scored {
  id: string;
  name: string;
  description: string;
  tags: string[];
  tools: string[];
  body: string;
  isBroken: boolean;
}

const stopWords = new Set(
  'a an and are as at be by do for from has have how i if in is it my of on or that the this to was what when where who will with you'.split(
    ' ',
  ),
);
const weights: FieldScores = { name: 4, description: 2.5, tags: 2, body: 1 };
const tokens = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const zero = (): FieldScores => ({ name: 0, description: 0, tags: 0, body: 0 });
const total = (fields: FieldScores) => fields.name + fields.description + fields.tags + fields.body;
const keys = ['name', 'description', 'tags', 'body'] as const;

const fieldSets = (skill: Scored) => ({
  name: new Set(tokens(skill.name)),
  description: new Set(tokens(skill.description)),
  tags: new Set(skill.tags.flatMap(tokens)),
  body: new Set(tokens(skill.body)),
});
const times = (fields: FieldScores, factor: number): FieldScores => ({
  name: fields.name * factor,
  description: fields.description * factor,
  tags: fields.tags * factor,
  body: fields.body * factor,
});
const sum = (all: FieldScores[]) =>
  all.reduce(
    (a, b) => ({
      name: a.name + b.name,
      description: a.description + b.description,
      tags: a.tags + b.tags,
      body: a.body + b.body,
    }),
    zero(),
  );
/** What a word weighs in a field, under the scorers that share a scale of 0 to 1. */
const shares: FieldScores = { name: 0.34, description: 0.36, tags: 0.12, body: 0.18 };

const trigrams = (text: string) => {
  const plain = ` ${tokens(text)
    .filter((word) => !stopWords.has(word))
    .join(' ')} `;
  return new Set(Array.from({ length: Math.max(0, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)));
};

/** A stand-in for the cosine of two texts: the three-letter pieces they share. */
function likeness(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared += 1;
  return a.size > 0 ? Math.min(1, (1.7 * shared) / a.size) : 0;
}

function nearest(query: string, skill: Scored): Meaning {
  const asked = trigrams(query);
  const texts = [
    { field: 'name' as ScoredField, text: skill.name.replaceAll('-', ' ') },
    ...skill.description
      .split(/(?<=[.!?])\s+/)
      .filter(Boolean)
      .map((text) => ({ field: 'description' as ScoredField, text })),
  ];
  const found = texts
    .map((each) => ({ ...each, similarity: likeness(asked, trigrams(each.text)) }))
    .reduce((best, each) => (each.similarity > best.similarity ? each : best));
  const fields = { ...zero(), [found.field]: found.similarity };
  return { ...found, fields };
}

type Parts = Pick<Candidate, 'fields' | 'words' | 'score' | 'meaning'>;

function scoreOne(query: string, asked: string[], skill: Scored, scorer: Scorer): Parts {
  const sets = fieldSets(skill);
  const divisor = Math.max(1, Math.sqrt(Math.max(1, sets.body.size)));
  const telling = new Set(asked.filter((word) => !stopWords.has(word))).size || 1;
  const byWords = scorer !== 'embedding';
  const words = [...new Set(byWords ? asked : [])].map((word) => {
    const count = asked.filter((other) => other === word).length;
    const fields = zero();
    for (const key of keys) {
      if (!sets[key].has(word)) continue;
      if (scorer === 'adk') fields[key] = (weights[key] * count) / divisor;
      else if (stopWords.has(word)) fields[key] = 0;
      else if (scorer === 'bm25') fields[key] = weights[key] * (1 + (word.length % 4) / 4);
      else fields[key] = (0.55 * shares[key]) / telling;
    }
    return { word, count, is_stop_word: stopWords.has(word), fields };
  });
  const part = { embedding: 1, hybrid: 0.45, model: 0.45, adk: 0, bm25: 0 }[scorer];
  const near = part > 0 ? nearest(query, skill) : null;
  const meaning = near && { ...near, fields: times(near.fields, part) };
  const scored = words.filter((word) => total(word.fields) > 0);
  const fields = sum([...scored.map((word) => word.fields), meaning?.fields ?? zero()]);
  return { fields, words: scored, score: total(fields), meaning };
}

export function score(skills: Scored[], query: string, scorer: Scorer, policy: Policy): ScoreReport {
  const asked = tokens(query);
  const has = (skill: Scored, tags: string[]) => skill.tags.some((tag) => tags.includes(tag));
  const rejected: Candidate[] = [];
  const ranked: Candidate[] = [];
  for (const skill of skills) {
    const base = { rank: 0, id: skill.id, name: skill.name, score: 0, fields: zero(), words: [], meaning: null };
    if (skill.isBroken)
      rejected.push({
        ...base,
        state: 'broken',
        reason: 'It cannot be read: line 3, a colon in the description needs quotes.',
      });
    else if (has(skill, policy.exclude_tags))
      rejected.push({
        ...base,
        state: 'excluded_by_tag',
        reason: `A tag of it is excluded: ${skill.tags.find((tag) => policy.exclude_tags.includes(tag))}.`,
      });
    else if (policy.include_tags.length > 0 && !has(skill, policy.include_tags))
      rejected.push({ ...base, state: 'missing_tag', reason: 'It has none of the tags asked for.' });
    else ranked.push({ ...base, ...scoreOne(query, asked, skill, scorer), state: 'passes', reason: null });
  }
  ranked.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
  let passed = 0;
  for (const [at, candidate] of ranked.entries()) {
    candidate.rank = at + 1;
    if (asked.length === 0)
      Object.assign(candidate, { state: 'empty_query', reason: 'The query has no words to score.' });
    else if (candidate.score < policy.min_score)
      Object.assign(candidate, {
        state: 'below_min_score',
        reason: `Its score ${candidate.score.toFixed(3)} is below the threshold ${policy.min_score.toFixed(2)}.`,
      });
    else if (++passed > policy.top_k)
      Object.assign(candidate, {
        state: 'beyond_top_k',
        reason: `It passes, but only the first ${policy.top_k} are taken.`,
      });
  }
  return {
    query,
    scorer,
    candidates: [...ranked, ...rejected],
    skills: skills.length,
    not_indexed: 0,
    elapsed_us: scorer === 'adk' || scorer === 'bm25' ? 412 : 6130,
    stop_words: asked.filter((word) => stopWords.has(word)),
    unavailable: null,
  };
}

export function resolve(skills: Scored[], request: ResolveRequest): Resolution {
  const available = new Set(request.available_tools ?? toolNames);
  const result: Resolution = { resolved: null, strategies: [], rejected: [], rejected_in_all: 0 };
  for (const strategy of request.strategies) {
    if (result.resolved) {
      result.strategies.push({ strategy, state: 'not_tried', detail: 'An earlier one had won.' });
      continue;
    }
    const report = strategy.kind === 'by_query' ? score(skills, strategy.value, 'adk', request.policy) : null;
    const passing = report?.candidates
      .filter((candidate) => candidate.state === 'passes')
      .map((candidate) => candidate.id);
    const candidates =
      strategy.kind === 'by_name'
        ? skills.filter((skill) => skill.name === strategy.value)
        : strategy.kind === 'by_tag'
          ? skills.filter((skill) => skill.tags.includes(strategy.value)).slice(0, 1)
          : passing!.map((id) => skills.find((skill) => skill.id === id)!);
    for (const candidate of report?.candidates ?? [])
      if (candidate.reason)
        result.rejected.push({
          skill_id: candidate.id,
          name: candidate.name,
          score: candidate.rank > 0 ? candidate.score : null,
          reason: candidate.reason,
        });
    const won = candidates.find((skill) => {
      const missing = skill.tools.filter((tool) => !available.has(tool));
      if (request.mode === 'permissive' || missing.length === 0) return true;
      result.rejected.unshift({
        skill_id: skill.id,
        name: skill.name,
        score: null,
        reason: `It needs tools that are not there: ${missing.join(', ')}.`,
      });
      return false;
    });
    result.strategies.push({
      strategy,
      state: won ? 'won' : 'failed',
      detail: won
        ? `Found ${won.name}.`
        : candidates.length > 0
          ? 'Its candidates need tools that are not there.'
          : 'Nothing was found.',
    });
    if (won)
      result.resolved = context(
        won,
        strategy.kind,
        report?.candidates.find((candidate) => candidate.id === won.id)?.score ?? 0,
        available,
        request,
      );
  }
  result.rejected_in_all = result.rejected.length;
  return result;
}

function context(
  skill: Scored,
  strategy: StrategyKind,
  found: number,
  available: Set<string>,
  request: ResolveRequest,
): Resolution['resolved'] {
  const tools = skill.tools.filter((tool) => available.has(tool));
  const truncated = skill.body.length > request.max_instruction_chars;
  const body = truncated ? `${skill.body.slice(0, request.max_instruction_chars)}\n[... truncated]` : skill.body;
  const line = tools.length > 0 ? `You have access to the following tools: ${tools.join(', ')}.` : '';
  const instruction = [
    `[skill:${skill.name}]`,
    `# ${skill.name}\n${skill.description}`,
    line,
    `## Instructions\n${body}`,
    '[/skill]',
  ]
    .filter(Boolean)
    .join('\n\n');
  const place = (text: string, from: number) => ({ from, to: from + text.length });
  const headingAt = instruction.indexOf('# ');
  const heading = `# ${skill.name}\n${skill.description}`;
  return {
    strategy,
    skill_id: skill.id,
    name: skill.name,
    id: `${skill.name}-9f41c07be2d8`,
    hash: '9f41c07be2d8a6533f0c17b4c2f5f3d89a1f0a52f6e7c8b7d6e5f4a3b2c1d0e9',
    path: `.skills/${skill.name}/SKILL.md`,
    score: strategy === 'by_name' ? 3.4028235e38 : found,
    instruction,
    ranges: {
      heading: place(heading, headingAt),
      tools_line: place(line, headingAt + heading.length + 2),
      body: place(body, instruction.length - body.length - '\n\n[/skill]'.length),
    },
    tools,
    omitted: skill.tools.filter((tool) => !available.has(tool)),
    truncated,
    tokens: {
      description: tokensOf(skill.description),
      body: tokensOf(body),
      tools: tokensOf(line),
      total: tokensOf(instruction),
    },
    requires: [],
    warnings: [],
  };
}
