import { expect, it } from 'vitest';
import { Question } from './question.svelte';

it('is asked until it is answered', async () => {
  const question = new Question<string, boolean>(false);
  const answer = question.ask('Delete it?');
  expect(question.asked).toBe('Delete it?');
  question.answer(true);
  expect([await answer, question.asked]).toEqual([true, null]);
});

it('that another one takes the place of is answered with no', async () => {
  const question = new Question<string, boolean>(false);
  const first = question.ask('Delete this?');
  const second = question.ask('Delete that?');
  expect([await first, question.asked]).toEqual([false, 'Delete that?']);
  question.leave();
  expect(await second).toBe(false);
});
