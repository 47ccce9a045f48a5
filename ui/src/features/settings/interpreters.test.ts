import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { InterpreterInfo } from '$lib/ipc';
import Interpreters from './Interpreters.svelte';
import { Machine, type MachineBackend } from './machine.svelte';

const python = (chosen: string | null): InterpreterInfo[] => [
  { language: 'python', chosen, program: chosen ?? '/usr/bin/python3', version: '3.12.4', problem: null },
];

it('takes the path of another interpreter, says why one is refused, and goes back to the one that is found', async () => {
  const setInterpreter = vi.fn<MachineBackend['setInterpreter']>(async (_language, program) => {
    if (program === '/nowhere') throw { code: 'invalid', message: 'There is no file /nowhere.', detail: null };
    return python(program);
  });
  const machine = new Machine({
    listInterpreters: async () => python(null),
    setInterpreter,
  } as unknown as MachineBackend);
  await machine.loadInterpreters();
  render(Interpreters, { machine });
  const field = () => screen.getByTestId<HTMLInputElement>('interpreter-python');
  expect([field().value, field().placeholder]).toEqual(['', '/usr/bin/python3']);
  await fireEvent.change(field(), { target: { value: '/nowhere' } });
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe('There is no file /nowhere.');
  await fireEvent.change(field(), { target: { value: ' /opt/python ' } });
  await vi.waitFor(() => expect(machine.interpreters.value?.[0]?.chosen).toBe('/opt/python'));
  expect(screen.queryByRole('alert')).toBeNull();
  await fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await vi.waitFor(() => expect(field().value).toBe(''));
  expect(setInterpreter.mock.calls.at(-1)).toEqual(['python', null]);
});
