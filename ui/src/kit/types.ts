import type { Component } from 'svelte';

/** A Lucide icon, as imported from `@lucide/svelte/icons/<name>`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Lucide's props are a union that no wrapper can restate.
export type IconType = Component<any>;

/** How good or bad a thing is. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';

/** The tiers of disclosure; each has one hue everywhere. */
export type Tier = 'system' | 'catalogue' | 'body' | 'files' | 'schemas' | 'talk' | 'results';

/** The fields of a score. */
export type ScoreField = 'name' | 'description' | 'tags' | 'body';

/** What the screen knows of a failure. */
export interface ErrorInfo {
  code: string;
  message: string;
  detail?: string | null;
}

/** One entry of a menu; `'-'` separates groups. */
export type MenuEntry =
  | '-'
  | { heading: string }
  | {
      id: string;
      label: string;
      icon?: IconType;
      /** Shown on the right, such as `Ctrl D`. */
      kbd?: string;
      /** A second line of quieter text. */
      hint?: string;
      danger?: boolean;
      disabled?: boolean;
      checked?: boolean;
      perform: () => void;
    };

/** A part of a text: from a UTF-16 offset on, up to another. */
export interface MarkedRange {
  from: number;
  to: number;
}

export interface SelectOption {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}
