/** What the playground remembers between two openings, and how it is read back from a text that may be anything. */
import { STANDARD, readHost } from '$lib/hosts';
import type { Host, Scorer, TriggerRule, ValidationMode } from '$lib/ipc';

export type StrategyKind = 'by_name' | 'by_query' | 'by_tag';

/** One way of finding a skill, as a card. The query's value is the query itself. */
export interface StrategyCard {
  kind: StrategyKind;
  value: string;
  isOn: boolean;
}

export interface Settings {
  query: string;
  recent: string[];
  /** The scorers that stand side by side, two or three. */
  columns: Scorer[];
  /** The scorers beside what the client of the library sees, one or two. */
  predictions: Scorer[];
  topK: number;
  includeTags: string[];
  excludeTags: string[];
  /** Through whose eyes the library is scored. */
  host: Host;
  strategies: StrategyCard[];
  mode: ValidationMode;
  /** What `trigger: true` in a skill's file does. */
  triggers: TriggerRule;
  /** Tools of the library that the host lacks. */
  lacking: string[];
  /** Tools the host has beside those of the library. */
  extra: string[];
  maxChars: number;
  /** The set a label goes into. */
  labelSet: string;
  /** The set of labelled queries that what-if watches; all where none is named. */
  watchSet: string | null;
}

export const knownScorers: readonly Scorer[] = ['adk', 'bm25', 'embedding', 'hybrid', 'model'];
/** Scorers that predict what the model of a client picks: adk-rust selects by itself. */
export const predicting: readonly Scorer[] = knownScorers.filter((scorer) => scorer !== 'adk');
export const forEachScorer = <T>(make: (scorer: Scorer) => T) =>
  Object.fromEntries(knownScorers.map((scorer) => [scorer, make(scorer)])) as Record<Scorer, T>;
/** How many scorers stand side by side, and how many beside what a client sees. */
export const columnLimits = { fewest: 2, most: 3 };
export const predictionLimits = { fewest: 1, most: 2 };

export const defaults: Settings = {
  query: '',
  recent: [],
  columns: ['adk', 'hybrid'],
  predictions: ['hybrid'],
  topK: 1,
  includeTags: [],
  excludeTags: [],
  host: STANDARD,
  strategies: [
    { kind: 'by_name', value: '', isOn: true },
    { kind: 'by_query', value: '', isOn: true },
    { kind: 'by_tag', value: '', isOn: true },
  ],
  mode: 'strict',
  triggers: 'ignored',
  lacking: [],
  extra: [],
  maxChars: 8000,
  labelSet: 'Playground',
  watchSet: null,
};

/** The settings kept in `text`; what is missing or of another shape takes its default. */
export function readSettings(text: string | null): Settings {
  const kept = record(parse(text));
  const number = (value: unknown, other: number) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : other;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  return {
    query: typeof kept['query'] === 'string' ? kept['query'] : '',
    recent: texts(kept['recent']),
    columns: scorers(texts(kept['columns']), knownScorers, columnLimits) ?? defaults.columns,
    predictions: scorers(texts(kept['predictions']), predicting, predictionLimits) ?? defaults.predictions,
    topK: number(kept['topK'], defaults.topK),
    includeTags: texts(kept['includeTags']),
    excludeTags: texts(kept['excludeTags']),
    host: readHost(kept['host']) ?? defaults.host,
    strategies: cards(kept['strategies']),
    mode: kept['mode'] === 'permissive' ? 'permissive' : 'strict',
    triggers: kept['triggers'] === 'honored' ? 'honored' : 'ignored',
    lacking: texts(kept['lacking']),
    extra: texts(kept['extra']),
    maxChars: number(kept['maxChars'], defaults.maxChars),
    labelSet: typeof kept['labelSet'] === 'string' && kept['labelSet'] ? kept['labelSet'] : defaults.labelSet,
    watchSet: typeof kept['watchSet'] === 'string' ? kept['watchSet'] : null,
  };
}

/** Scorers that there are, each once; none where they are too few. */
function scorers(kept: string[], known: readonly Scorer[], { fewest, most }: typeof columnLimits): Scorer[] | null {
  const found = [...new Set(kept)].filter((name): name is Scorer => (known as string[]).includes(name));
  return found.length < fewest ? null : found.slice(0, most);
}

/** Every kind once, in the order kept. */
function cards(kept: unknown): StrategyCard[] {
  const found = (Array.isArray(kept) ? kept : []).map(record).flatMap((card): StrategyCard[] => {
    const known = defaults.strategies.find(({ kind }) => kind === card['kind']);
    if (!known) return [];
    return [
      { kind: known.kind, value: typeof card['value'] === 'string' ? card['value'] : '', isOn: card['isOn'] !== false },
    ];
  });
  const all = [...found, ...defaults.strategies];
  return all.filter((card, at) => all.findIndex(({ kind }) => kind === card.kind) === at);
}

/** A value as an object; an empty one where it is none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What a text says as JSON; null where it is none. */
export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
