/** Made-up reports and resolutions for the playground's tests. */
import type { Candidate, CandidateState, FieldScores, Resolution, Resolved, ScoreReport, Scorer } from '$lib/ipc';

export const fields = (some: Partial<FieldScores> = {}): FieldScores => ({
  name: 0,
  description: 0,
  tags: 0,
  body: 0,
  ...some,
});

export function candidate(name: string, rank: number, score: number, state: CandidateState = 'passes'): Candidate {
  return {
    id: `id-${name}`,
    name,
    rank,
    score,
    state,
    fields: fields({ description: score }),
    words: [],
    reason: null,
  };
}

export function report(query: string, scorer: Scorer, candidates: Candidate[]): ScoreReport {
  return { query, scorer, candidates, skills: candidates.length, elapsed_us: 400, stop_words: [], unavailable: null };
}

export function resolved(some: Partial<Resolved> = {}): Resolved {
  const { name = 'gas', tools = ['call', 'send'] } = some;
  const line = tools.length > 0 ? `You have access to the following tools: ${tools.join(', ')}.\n\n` : '';
  return {
    strategy: 'by_query',
    skill_id: `id-${name}`,
    name,
    id: `${name}-0123456789ab`,
    hash: '0123456789ab',
    path: `${name}/SKILL.md`,
    score: 1.5,
    instruction: `[skill:${name}]\n\n# ${name}\nA smell.\nTwo lines.\n\n${line}## Instructions\n# Do\n\nUse \`call\`.\n\n[/skill]`,
    tools,
    omitted: [],
    truncated: false,
    tokens: { description: 5, body: 6, tools: 7, total: 20 },
    ...some,
  };
}

export const noResolution: Resolution = { resolved: null, strategies: [], rejected: [] };
