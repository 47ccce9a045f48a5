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
  /** Text typed there that is not a valid value yet. */
  unfinished(pointer: string): string | null;
  keep(pointer: string, typed: string): void;
  drop(pointer: string): void;
  /** Takes what was typed wherever it can be. */
  settle(): void;
  /** Runs `work` as a removal the author asked for, so that the form may delete the value instead of keeping its text. */
  asked(work: () => void): void;
  /** Id of a place's control. */
  id(pointer: string): string;
}

const KEY = Symbol('bench form');
export const setLink = (link: Link) => setContext(KEY, link);
export const getLink = () => getContext<Link>(KEY);

/** Where a part of the form stands. */
export const pointerIn = (config: Config): string => pointerOf(config.path as unknown as Path);

/** Whether this control edits the *name* of an additional property rather than its value. */
export const isNameIn = (config: Config): boolean =>
  decodePseudoElement((config.path as unknown as Path).at(-1) ?? '') !== undefined;
