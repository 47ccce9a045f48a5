/** What of a command is not as it was when it was allowed, argument by argument. */

/** One argument: as it is, as it was, or both where one stands in the place of the other. */
export interface Argument {
  before: string | null;
  after: string | null;
}

/** Whether the argument is what it was. */
export const isSame = ({ before, after }: Argument) => before === after;

/** Lengths of the longest common parts of all pairs of tails. */
function commonTails(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

/** Puts what went and what came between two unchanged arguments side by side. */
function pair(gone: readonly string[], come: readonly string[]): Argument[] {
  const rows = Math.max(gone.length, come.length);
  return Array.from({ length: rows }, (_, at) => ({ before: gone[at] ?? null, after: come[at] ?? null }));
}

/** The command's arguments in order with those that went; without a `before` all are as they were. */
export function compareArgv(before: readonly string[] | null, after: readonly string[]): Argument[] {
  if (!before) return after.map((argument) => ({ before: argument, after: argument }));
  const lengths = commonTails(before, after);
  const all: Argument[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = () => {
    all.push(...pair(gone, come));
    gone = [];
    come = [];
  };
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      settle();
      all.push({ before: before[i++]!, after: after[j++]! });
    } else if (j >= after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      gone.push(before[i++]!);
    else come.push(after[j++]!);
  }
  settle();
  return all;
}
