/** What Settings show of secrets and of what may run: names, never values. */
import type { ConsentInfo, SecretInfo, SecretList } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What they ask of the studio. */
export interface KeepingBackend {
  listSecrets(): Promise<SecretList>;
  saveSecret(name: string, value: string): Promise<SecretList>;
  deleteSecret(name: string): Promise<SecretList>;
  listConsents(): Promise<ConsentInfo[]>;
  revokeConsent(hash: string): Promise<unknown>;
}

/** What stands beside a secret's name. */
export const usage = ({ used_by }: SecretInfo): string =>
  used_by.length > 0 ? `used by ${used_by.join(', ')}` : 'not used';

export class Keeping {
  readonly secrets = new Part<SecretList>();
  readonly consents = new Part<ConsentInfo[]>();
  readonly #backend: KeepingBackend;

  constructor(backend: KeepingBackend) {
    this.#backend = backend;
  }

  async load(): Promise<void> {
    await Promise.all([
      this.secrets.load(() => this.#backend.listSecrets()),
      this.consents.load(() => this.#backend.listConsents()),
    ]);
  }

  isTaken(name: string): boolean {
    return this.secrets.value?.secrets.some((secret) => secret.name === name && secret.is_set) ?? false;
  }

  async set(name: string, value: string): Promise<void> {
    this.secrets.set(await this.#backend.saveSecret(name, value));
  }

  async delete(name: string): Promise<void> {
    this.secrets.set(await this.#backend.deleteSecret(name));
  }

  async revoke(hash: string): Promise<void> {
    await this.#backend.revokeConsent(hash);
    await this.consents.load(() => this.#backend.listConsents());
  }
}
