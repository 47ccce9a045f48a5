import type { IconType } from '$kit/types';

/** What an author can do, as data: palette, menus and shortcuts all read this. */
export interface Action {
  /** `area.verb`; one registered later takes the place of an earlier one of the same id. */
  id: string;
  label: string;
  group:
    | 'Go to'
    | 'Skill'
    | 'Library'
    | 'Editor'
    | 'Playground'
    | 'Evaluate'
    | 'Simulate'
    | 'Map'
    | 'Tools'
    | 'Packs'
    | 'Problems'
    | 'View';
  /** As tinykeys takes it: `$mod+k`, `Shift+?`, `F2`. */
  keys?: string;
  /** Other ways to press the same, as keyboards have them; shown nowhere. */
  otherKeys?: readonly string[];
  icon?: IconType;
  /** Further words the palette finds it by. */
  words?: string;
  /** Whether it can be done now; always where left out. */
  when?: () => boolean;
  /** Whether its keys mean something else where there is an undo of its own, as in a field one typed into. */
  leavesFields?: true;
  /** Whether its keys work over a dialog too: it opens nothing and changes nothing of what lies below. */
  worksInDialogs?: true;
  perform: () => unknown;
}
