/**
 * Whether a pointer moved, not what lies under it: a list that opens or scrolls under a resting pointer is told of a move,
 * too, and must not take that for a choice.
 */
export function pointerMoves(): (event: { clientX: number; clientY: number }) => boolean {
  let last: { x: number; y: number } | null = null;
  return ({ clientX: x, clientY: y }) => {
    const hasMoved = last !== null && (last.x !== x || last.y !== y);
    last = { x, y };
    return hasMoved;
  };
}
