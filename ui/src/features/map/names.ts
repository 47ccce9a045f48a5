/** Names in the order one looks for them: `step-2` before `step-10`. */
export const byName = new Intl.Collator('en', { numeric: true }).compare;
