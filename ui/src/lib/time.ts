/** Times as an author reads them: today by the clock, this week by the day, older by the date. */

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = 86_400_000;

/** `14:02`, `Fri`, `3 Nov`; empty where the text is no time. */
export function shortTime(text: string, now: Date = new Date()): string {
  const then = new Date(text);
  if (Number.isNaN(then.getTime())) return '';
  if (then.toDateString() === now.toDateString()) return clock.format(then);
  return now.getTime() - then.getTime() < 6 * DAY ? weekday.format(then) : date.format(then);
}

/** The whole time, for a tooltip. */
export function fullTime(text: string): string {
  const then = new Date(text);
  return Number.isNaN(then.getTime()) ? text : full.format(then);
}
