/**
 * The frontmatter as a form: values come from the analysis, changes go to the document as edits of the text. While a
 * field is typed into it shows what was typed, since YAML may read it back slightly differently (a trailing space).
 */
import { SvelteMap } from 'svelte/reactivity';
import type { DefinitionPart, FieldValue, Frontmatter, FrontmatterEdit } from '$lib/ipc';
import type { OpenDocument } from './document.svelte';

/** Keys the form has a place of its own for, in its order. */
const MAIN = ['name', 'description', 'tags', 'allowed-tools'];

/** The parts of a definition as the form shows them. */
export const PARTS: readonly { part: DefinitionPart; label: string; hint: string; isLong: boolean }[] = [
  { part: 'display_name', label: 'display-name', hint: 'Shown instead of the name', isLong: false },
  { part: 'capabilities', label: 'capabilities', hint: 'What the skill can do, comma-separated', isLong: false },
  { part: 'work_direction', label: 'work-direction', hint: 'How the agent should approach the task', isLong: true },
  { part: 'on_activate', label: 'on-activate', hint: 'What to do when the skill is activated', isLong: true },
  { part: 'on_deactivate', label: 'on-deactivate', hint: 'What to do when the skill is deactivated', isLong: true },
];

/** Where a part is typed, apart from the keys of the frontmatter. */
const placeOf = (part: DefinitionPart) => `metadata ${part}`;

export class FrontmatterForm {
  /** What is being typed, by key, until the field is left. */
  readonly #typed = new SvelteMap<string, string>();
  readonly #waiting = new SvelteMap<string, FrontmatterEdit>();
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
    this.#take(key, value, { kind: 'set_text', key, value });
  }

  /** A part of the definition, as typed or as `metadata` has it. */
  part(part: DefinitionPart): string {
    const kept = this.frontmatter()?.definition.find((value) => value.part === part);
    return this.#typed.get(placeOf(part)) ?? kept?.text ?? '';
  }

  /** A part of the definition was typed; an empty one leaves `metadata`. */
  typePart(part: DefinitionPart, value: string) {
    this.#take(placeOf(part), value, { kind: 'set_definition', part, value });
  }

  leavePart(part: DefinitionPart) {
    this.#typed.delete(placeOf(part));
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

  #take(place: string, value: string, edit: FrontmatterEdit) {
    this.#typed.set(place, value);
    this.#waiting.set(place, edit);
    if (!this.#isWriting) void this.#write();
  }

  async #write() {
    this.#isWriting = true;
    try {
      for (let next = first(this.#waiting); next; next = first(this.#waiting)) {
        const [place, edit] = next;
        this.#waiting.delete(place);
        await this.document.editFrontmatter(edit, { isTyping: true });
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
