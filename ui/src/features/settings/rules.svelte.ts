/** Lint's rules as the author has set them: how bad each is, and where one is ignored. */
import type { RuleLevel, RulePlace, RuleSettings } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What it asks of the studio. */
export interface RulesBackend {
  listRules(): Promise<RuleSettings[]>;
  setRuleLevel(code: string, level: RuleLevel | null): Promise<unknown>;
  stopIgnoringRule(code: string, place: RulePlace): Promise<unknown>;
}

export const levelLabels: Record<RuleLevel, string> = { error: 'Error', warning: 'Warning', info: 'Info', off: 'Off' };

export class Rules {
  readonly list = new Part<RuleSettings[]>();
  text = $state('');
  /** Those with all the words that were typed; those that the author has set come first. */
  readonly shown: readonly RuleSettings[] = $derived.by(() => {
    const words = this.text.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ code, meaning }: RuleSettings) =>
      words.every((word) => `${code} ${meaning}`.toLowerCase().includes(word));
    const fitting = (this.list.value ?? []).filter(fits);
    return [...fitting.filter(isSet), ...fitting.filter((rule) => !isSet(rule))];
  });
  readonly #backend: RulesBackend;

  constructor(backend: RulesBackend) {
    this.#backend = backend;
  }

  load = () => this.list.load(() => this.#backend.listRules());

  async setLevel(code: string, level: RuleLevel | null) {
    await this.#backend.setRuleLevel(code, level);
    await this.load();
  }

  async stopIgnoring(code: string, place: RulePlace) {
    await this.#backend.stopIgnoringRule(code, place);
    await this.load();
  }
}

const isSet = ({ level, ignored }: RuleSettings) => level !== null || ignored.length > 0;

/** What the list says of a place that a rule is ignored in. */
export function placeLabel(place: RulePlace, name: string): string {
  switch (place.kind) {
    case 'library':
      return 'Ignored in this library';
    case 'group':
      return `Ignored in the group ${name}`;
    case 'skill':
      return `Ignored in ${name}`;
  }
}
