/** `0.42`, `0.405`, `1.00`, `3.50`: a threshold as it is written everywhere; a third digit only where it has one from 0 to 1. */
export const threshold = (value: number, max: number | null): string =>
  max === 1 ? value.toFixed(3).replace(/0$/, '') : value.toFixed(2);
