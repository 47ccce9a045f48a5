/**
 * The frontmatter as a form: values come from the analysis, changes go to the document as edits of the text. While a
 * field is typed into it shows what was typed, since YAML may read it back slightly differently (a trailing space).
 */
import { SvelteMap } from 'svelte/reactivity';
import type { FieldValue, Frontmatter } from '$lib/ipc';
import type { OpenDocument } from './document.svelte';

export const MAX_DESCRIPTION = 1024;

/** Keys the form has a place of its own for, in its order. */
const MAIN = ['name', 'description', 'tags', 'allowed-tools'];

export class FrontmatterForm {
  /** What is being typed, by key, until the field is left. */
  readonly #typed = new SvelteMap<string, string>();
  readonly #waiting = new SvelteMap<string, string>();
  #isWriting = false;

  constructor(
    private readonly document: OpenDocument,
    private readonly frontmatter: () => Frontmatter | null,
    private readonly fail: (error: unknown) => void,
  ) {}

  get others(): FieldValue[] {
    return (this.frontmatter()?.fields ?? []).filter((field) => !MAIN.includes(field.key));
  }

  field(key: string): FieldValue | undefined {
    return this.frontmatter()?.fields.find((field) => field.key === key);
  }

  text(key: string): string {
    return this.#typed.get(key) ?? this.field(key)?.text ?? '';
  }

  items(key: string): readonly string[] {
    return this.field(key)?.items ?? [];
  }

  /** A key was typed into a field: it shows at once, the text follows. */
  type(key: string, value: string) {
    this.#typed.set(key, value);
    this.#waiting.set(key, value);
    if (!this.#isWriting) void this.#write();
  }

  /** The field was left: from now on it shows what the text says. */
  leave(key: string) {
    const value = this.#typed.get(key);
    if (value === undefined) return;
    if (value === '' && !MAIN.includes(key)) void this.#edit({ kind: 'remove', key });
    this.#typed.delete(key);
  }

  /** The history was stepped through: every field shows what the text says. */
  forget() {
    this.#typed.clear();
  }

  add(key: string, item: string) {
    const name = item.trim();
    const items = this.items(key);
    if (name === '' || items.includes(name)) return;
    void this.#edit({ kind: 'set_items', key, items: [...items, name] });
  }

  remove(key: string, item: string) {
    const items = this.items(key).filter((other) => other !== item);
    void this.#edit(items.length > 0 ? { kind: 'set_items', key, items } : { kind: 'remove', key });
  }

  async #write() {
    this.#isWriting = true;
    try {
      for (let next = first(this.#waiting); next; next = first(this.#waiting)) {
        const [key, value] = next;
        this.#waiting.delete(key);
        await this.document.editFrontmatter({ kind: 'set_text', key, value }, { isTyping: true });
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#isWriting = false;
    }
  }

  async #edit(edit: Parameters<OpenDocument['editFrontmatter']>[0]) {
    try {
      await this.document.editFrontmatter(edit);
    } catch (error) {
      this.fail(error);
    }
  }
}

const first = <K, V>(map: Map<K, V>) => map.entries().next().value;

/** Whether a description says when to use the skill, not only what it does. */
export function describes(description: string): { what: boolean; when: boolean } {
  return {
    what: description.trim().split(/\s+/).filter(Boolean).length >= 4,
    when: /\b(use (this |it |the skill )?(when|if|for|whenever|after|before|to)|when(ever)?\b|if (someone|a|the|you)\b|asked? (to|for|about))/i.test(
      description,
    ),
  };
}

/** What the hint under a description says. */
export function descriptionHint(description: string): string {
  const { what, when } = describes(description);
  if (what && when) return 'Says what and when';
  if (what) return 'Says what, not when: add “Use when…”';
  return 'Say what it does and when to use it';
}
