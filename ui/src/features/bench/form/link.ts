/** What the parts of the form know of the bench around them, besides what the form library hands them. */
import { getContext, setContext } from 'svelte';
import { type Config, decodePseudoElement } from '@sjsf/form';
import { type Path, pointerOf } from '../json-text';

export interface Link {
  /** What is wrong at a place. */
  problems(pointer: string): readonly string[];
  /** Whether what stands at a place is written as JSON. */
  isRaw(pointer: string): boolean;
  /** What stands there, as written. */
  rawAt(pointer: string): string | null;
  /** What was typed there and cannot be taken yet. */
  unfinished(pointer: string): string | null;
  keep(pointer: string, typed: string): void;
  drop(pointer: string): void;
  /** Takes what was typed wherever it can be. */
  settle(): void;
  /** Does what removes a whole place on the author's word. */
  asked(work: () => void): void;
  /** Id of a place's control. */
  id(pointer: string): string;
}

const KEY = Symbol('bench form');
export const setLink = (link: Link) => setContext(KEY, link);
export const getLink = () => getContext<Link>(KEY);

/** Where a part of the form stands. */
export const pointerIn = (config: Config): string => pointerOf(config.path as unknown as Path);

/** Whether it is the name of a further property, while that is written, and not a value. */
export const isNameIn = (config: Config): boolean =>
  decodePseudoElement((config.path as unknown as Path).at(-1) ?? '') !== undefined;
