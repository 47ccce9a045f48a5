/** Chat models as forms have them. */
import type { ModelProvider, ModelSettings } from '$lib/ipc';

export type Model = Required<ModelSettings>;

export const emptyModel: Model = {
  name: '',
  provider: 'openai',
  model: '',
  base_url: '',
  key_variable: '',
  secret: '',
  window_tokens: 0,
  max_output: 0,
  tool_calls: 'native',
  is_unstreamed: false,
  input_price: 0,
  output_price: 0,
};

export const whole = (settings: ModelSettings): Model => ({ ...emptyModel, ...settings });

/** Who offers models, and what each is for. */
export const providers: { value: ModelProvider; label: string; hint: string }[] = [
  { value: 'ollama', label: 'Ollama', hint: 'A model on this computer' },
  { value: 'openai', label: 'OpenAI Chat Completions', hint: 'Or any compatible server' },
  { value: 'openai-responses', label: 'OpenAI Responses', hint: "OpenAI's newer API" },
  { value: 'anthropic', label: 'Anthropic', hint: 'Claude' },
];

/** Whether a provider wants a key at its own address. */
export const wantsKey = (provider: ModelProvider): boolean => provider !== 'mock' && provider !== 'ollama';

/** Where a model is asked, in a few words. */
export function placeOf({ base_url: url, provider }: ModelSettings): string {
  if (url) return url;
  return providers.find(({ value }) => value === provider)?.label ?? '';
}

/** An amount of money: cents from a cent on, more digits below. */
export const dollars = (amount: number): string =>
  amount === 0 || amount >= 0.01 ? `$${amount.toFixed(2)}` : `$${amount.toPrecision(2)}`;
