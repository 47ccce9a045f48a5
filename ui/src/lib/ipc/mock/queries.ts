/** The mock studio's labelled queries: a set as a call centre might keep it, and what is labelled while one looks. */
import type { LabelledQuery, NewQuery, QuerySet } from '../bindings';

/** What a caller says, and the skill it should wake; no skill where there is none. */
const said: [string, string?][] = [
  ['I smell gas in the basement, what do I do?', 'gas-emergency'],
  ['my furnace room smells like rotten eggs', 'gas-emergency'],
  ['there is a hissing sound behind the stove', 'gas-emergency'],
  ['the gas alarm in the hall will not stop', 'gas-emergency'],
  ['we all feel dizzy near the boiler', 'carbon-monoxide-alarm'],
  ['the CO detector next to the boiler keeps beeping', 'carbon-monoxide-alarm'],
  ['the carbon monoxide alarm sounds at night', 'carbon-monoxide-alarm'],
  ['when will the technician come to our house?', 'appointment-scheduling'],
  ['can I move my visit to next Tuesday?', 'appointment-scheduling'],
  ['a power line fell across the road and sparks', 'downed-line-safety'],
  ['there is a cable lying on the pavement', 'downed-line-safety'],
  ['you want to swap my gas meter, do I have to be home?', 'gas-meter-exchange'],
  ['the meter was exchanged and the reading looks wrong', 'gas-meter-exchange'],
  ['I am going to dig a fence post, who marks the pipes?', 'locate-request'],
  ['where is the gas pipe in my garden before I dig?', 'locate-request'],
  ['we move out on Friday, stop the contract', 'move-in-move-out'],
  ['the lights are out in the whole street', 'power-outage-report'],
  ['no power since the storm', 'power-outage-report'],
  ['when will the power be back on?', 'service-restoration-eta'],
  ['water runs down the kitchen wall', 'water-leak-triage'],
  ['the basement is wet, is it your pipe or mine?', 'water-leak-triage'],
  ['send the nearest crew to order 4471', 'crew-dispatch'],
  ['write a commit message for this diff', 'commit-message'],
  ['what is the capital of Portugal?'],
  ['tell me a joke about plumbers'],
  ['book me a flight to Lisbon'],
];

const CALLS = 'Call centre';
let queries: LabelledQuery[] = said.map(([query, expected], at) => ({
  id: `query-${at + 1}`,
  set: CALLS,
  query,
  expected: expected ? [expected] : [],
  source: 'calls.jsonl',
  unknown: [],
}));
let made = queries.length;

export const listQueries = (set: string | null): LabelledQuery[] =>
  queries.filter((query) => set === null || query.set === set);

export function listSets(): QuerySet[] {
  return [...new Set(queries.map(({ set }) => set))].sort().map((name) => {
    const own = listQueries(name);
    return {
      name,
      queries: own.length,
      in_scope: own.filter(({ expected }) => expected.length > 0).length,
      unknown: own.filter(({ unknown }) => unknown.length > 0).length,
    };
  });
}

export function putQuery(query: NewQuery, names: ReadonlySet<string>): LabelledQuery {
  const unknown = query.expected.filter((name) => !names.has(name));
  const put = { ...query, id: query.id ?? `query-${++made}`, unknown };
  const at = queries.findIndex(({ id }) => id === put.id);
  queries = at < 0 ? [...queries, put] : queries.with(at, put);
  return put;
}

export function deleteQueries(ids: string[]) {
  queries = queries.filter(({ id }) => !ids.includes(id));
}

export function deleteSet(name: string) {
  queries = queries.filter(({ set }) => set !== name);
}

export function renameSet(from: string, to: string) {
  queries = queries.map((query) => (query.set === from ? { ...query, set: to } : query));
}
