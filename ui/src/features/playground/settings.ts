/** What the playground remembers between two openings, and how it is read back from a text that may be anything. */
import type { Scorer, ValidationMode } from '$lib/ipc';

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
  topK: number;
  minScore: Record<Scorer, number>;
  includeTags: string[];
  excludeTags: string[];
  strategies: StrategyCard[];
  mode: ValidationMode;
  /** Tools of the library that the host lacks. */
  lacking: string[];
  /** Tools the host has beside those of the library. */
  extra: string[];
  maxChars: number;
}

export const defaults: Settings = {
  query: '',
  recent: [],
  topK: 1,
  minScore: { adk: 1, embedding: 0.35 },
  includeTags: [],
  excludeTags: [],
  strategies: [
    { kind: 'by_name', value: '', isOn: true },
    { kind: 'by_query', value: '', isOn: true },
    { kind: 'by_tag', value: '', isOn: true },
  ],
  mode: 'strict',
  lacking: [],
  extra: [],
  maxChars: 8000,
};

/** Where settings are kept. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** The browser's storage under one key. */
export function localMemory(key: string): Memory {
  return { read: () => localStorage.getItem(key), write: (text) => localStorage.setItem(key, text) };
}

/** The settings kept in `text`; what is missing or of another shape takes its default. */
export function readSettings(text: string | null): Settings {
  const kept = parse(text);
  const number = (value: unknown, other: number) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : other;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  const scores = record(kept['minScore']);
  return {
    query: typeof kept['query'] === 'string' ? kept['query'] : '',
    recent: texts(kept['recent']),
    topK: number(kept['topK'], defaults.topK),
    minScore: {
      adk: number(scores['adk'], defaults.minScore.adk),
      embedding: number(scores['embedding'], defaults.minScore.embedding),
    },
    includeTags: texts(kept['includeTags']),
    excludeTags: texts(kept['excludeTags']),
    strategies: cards(kept['strategies']),
    mode: kept['mode'] === 'permissive' ? 'permissive' : 'strict',
    lacking: texts(kept['lacking']),
    extra: texts(kept['extra']),
    maxChars: number(kept['maxChars'], defaults.maxChars),
  };
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

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return record(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}
