import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelExchange, SimulationCost } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { attempts } from '$lib/testing/screen';
import { asked, log, point, replied, said, view } from './fixtures';
import Screen from './Simulate.svelte';
import { SessionStudio } from './studio';

Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { value: 900 },
  offsetWidth: { value: 600 },
  clientWidth: { value: 600, configurable: true },
});
HTMLElement.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const cost: SimulationCost = {
  model: 'small',
  address: 'https://models.example/v1',
  first_tokens: 1234,
  first_dollars: 0.0037,
  most_output: 4096,
  unavailable: null,
};
const exchange: ModelExchange = {
  url: 'https://models.example/v1/chat/completions',
  request_headers: [{ name: 'authorization', value: 'Bearer $MY_KEY' }],
  request_body: '{"model":"small"}',
  status: 200,
  response_headers: [{ name: 'content-type', value: 'text/event-stream' }],
  response_body: 'data: {}\n\n',
  response_bytes: 10,
  elapsed_us: 1_500,
  curl: "curl --no-buffer 'https://models.example/v1/chat/completions'",
};
let studio: SessionStudio;

beforeEach(() => {
  studio = new SessionStudio();
  app.overlay = null;
});

async function show(open: string | null = null) {
  const simulate = await studio.open();
  if (open) await simulate.open(open);
  render(Screen, { simulate, onagent: vi.fn(), onhelp: vi.fn(), oncases: vi.fn(), onattempt: attempts().onattempt });
  return simulate;
}
const choose = () => fireEvent.click(screen.getByRole('radio', { name: 'Chat model' }));

describe('a session with a chat model', () => {
  it('leads to Settings where none is set up, and takes the first that is', async () => {
    const simulate = await show();
    await choose();
    await fireEvent.click(await screen.findByRole('button', { name: /Open Settings/ }));
    expect(app.overlay).toBe('settings');
    studio.models = { models: [{ name: 'mine', provider: 'openai', model: 'small' }], picks: '' };
    app.overlay = null;
    await waitFor(() => expect(simulate.setup.model).toMatchObject({ kind: 'real', name: 'mine' }));
  });

  it('says where it goes and what that takes before it starts, and stops at what was typed', async () => {
    studio.cost = cost;
    const mine = { name: 'mine', provider: 'openai' as const, model: 'small', input_price: 3, window_tokens: 32_000 };
    studio.models = { models: [mine], picks: '' };
    const simulate = await show();
    await choose();
    const told = await screen.findByTestId('cost');
    expect(told.textContent).toMatch(/https:\/\/models\.example\/v1.*1,234 tokens \(\$0\.0037\).*at most\s+4,096/s);
    expect(simulate.setup.window_tokens).toBe(32_000);
    await fireEvent.change(screen.getByTestId('cap-tokens'), { target: { value: '5000' } });
    await fireEvent.change(screen.getByTestId('cap-dollars'), { target: { value: '0.25' } });
    expect(simulate.setup.model).toEqual({ kind: 'real', name: 'mine', max_tokens: 5_000, max_cents: 25 });
    await fireEvent.change(screen.getByTestId('cap-tokens'), { target: { value: '' } });
    expect(simulate.setup.model).toMatchObject({ max_tokens: null });
    expect(studio.of('cost').length).toBeGreaterThan(0);
  });

  it('says why a model cannot be asked, in place of what it would take', async () => {
    studio.cost = { ...cost, unavailable: 'The environment variable MY_KEY is not set.' };
    studio.models = { models: [{ name: 'mine', provider: 'openai', model: 'small' }], picks: '' };
    await show();
    await choose();
    expect(await screen.findByText(/MY_KEY is not set/)).toBeTruthy();
    expect(screen.queryByTestId('cost')).toBeNull();
    expect((screen.getByTestId('cap-dollars') as HTMLInputElement).disabled).toBe(true);
  });

  it('shows what went over the wire for a step, each try, and copies it as a command', async () => {
    const write = vi.fn(async (_text: string) => {});
    Object.assign(navigator, { clipboard: { writeText: write } });
    const real = view('1');
    const spent = { ...replied('Hi'), usage: { input: 12, output: 3, is_estimated: true } };
    studio.views['1'] = {
      ...real,
      setup: { ...real.setup, model: { kind: 'real', name: 'mine', max_tokens: null, max_cents: null } },
      events: log(said('Hello'), asked(1), spent),
      steps: [point(1)],
    };
    const busy = { ...exchange, status: 429, response_body: 'slow down' };
    studio.exchanges = [busy, exchange];
    await show('1');
    await fireEvent.click(screen.getByRole('tab', { name: /Calls/ }));
    const shown = await screen.findByTestId('model-calls');
    expect(studio.of('exchanges')).toEqual([['1', 1]]);
    expect(shown.textContent).toContain('slow down');
    await fireEvent.click(within(shown).getByRole('button', { name: '2 200' }));
    expect(shown.textContent).toContain('Bearer $MY_KEY');
    expect(shown.textContent).toContain('12 input tokens, 3 output (estimated)');
    await fireEvent.click(screen.getByTestId('copy-curl'));
    expect(write).toHaveBeenCalledWith(exchange.curl);
  });

  it('says which cap ended a turn', async () => {
    const real = view('1');
    const cap = { kind: 'dollars' as const, most: 0.25, spent: 0.2451, next: 0.0102 };
    studio.views['1'] = {
      ...real,
      events: log(said('Hello'), { kind: 'cap_reached', cap }, { kind: 'ended', reason: 'cap_reached' }),
      steps: [],
    };
    await show('1');
    expect((await screen.findByTestId('capped')).textContent).toMatch(/cap of \$0\.25: \$0\.25 spent.*\$0\.01/);
  });
});
