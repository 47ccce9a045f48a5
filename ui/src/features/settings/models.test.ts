import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { type ModelList, type ModelSettings, StudioError } from '$lib/ipc';
import { Models, type ModelsBackend } from './models.svelte';
import ModelsSection from './ModelsSection.svelte';

let list: ModelList;
let refusal: StudioError | null;
const backend = {
  listModels: async () => list,
  saveModel: vi.fn(async (settings: ModelSettings, before: string | null) => {
    if (refusal) throw refusal;
    const others = list.models.filter(({ name }) => name !== before);
    return (list = { ...list, models: [...others, { ...settings, name: settings.name || settings.model }] });
  }),
  deleteModel: vi.fn(async (name: string) => {
    return (list = { ...list, models: list.models.filter((model) => model.name !== name) });
  }),
} satisfies ModelsBackend;

beforeEach(() => {
  vi.clearAllMocks();
  refusal = null;
  list = { models: [{ name: 'mine', provider: 'anthropic', model: 'm', secret: 'my-key' }], picks: 'mine' };
});

async function show() {
  const models = new Models(backend);
  await models.load();
  render(ModelsSection, {
    models,
    secrets: ['my-key', 'other'],
    onattempt: async (_what: string, work: () => Promise<unknown>) => (await work(), true),
  });
}
const type = (id: string, value: string) => fireEvent.input(screen.getByTestId(id), { target: { value } });

it('names each model with its place and key, and the one that picks skills', async () => {
  await show();
  const row = screen.getByTestId('model-mine');
  expect(row.textContent).toMatch(/Anthropic, secret my-key.*picks skills/s);
});

it('adds a model, and says in the dialog why it cannot be saved', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('add-model'));
  await type('model-name', 'small');
  await type('model-url', 'nowhere');
  refusal = new StudioError('invalid', "“nowhere” cannot be a model's address.");
  await fireEvent.click(screen.getByTestId('save-chat-model'));
  expect(await screen.findByText(/cannot be a model's address/)).toBeTruthy();
  refusal = null;
  await type('model-url', 'http://localhost:8080/v1');
  await fireEvent.click(screen.getByRole('radio', { name: 'JSON Schema' }));
  await fireEvent.click(screen.getByTestId('save-chat-model'));
  await waitFor(() => expect(screen.queryByTestId('chat-model-form')).toBeNull());
  expect(backend.saveModel).toHaveBeenLastCalledWith(
    expect.objectContaining({
      provider: 'openai',
      model: 'small',
      base_url: 'http://localhost:8080/v1',
      tool_calls: 'constrained',
    }),
    null,
  );
  expect(screen.getByTestId('model-small').textContent).toContain('http://localhost:8080/v1, no key');
});

it('changes a model in its place and deletes it after a question', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Edit mine' }));
  await type('model-label', 'ours');
  await fireEvent.click(screen.getByTestId('save-chat-model'));
  await screen.findByTestId('model-ours');
  expect(backend.saveModel).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: 'ours', secret: 'my-key' }),
    'mine',
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Delete ours' }));
  const dialog = await screen.findByRole('dialog');
  await fireEvent.click(within(dialog).getByRole('button', { name: 'Delete model' }));
  expect(backend.deleteModel).toHaveBeenCalledWith('ours');
  expect(await screen.findByText(/No chat models yet/)).toBeTruthy();
});
