/** Puts the mock studio where the Tauri window would be; only the `mock` mode carries it. */
import { mockIPC, mockWindows } from '@tauri-apps/api/mocks';
import { handlers } from './studio';

export function install(): void {
  mockWindows('main');
  mockIPC(
    async (command, args) => {
      const handler = handlers[command];
      if (!handler) throw { code: 'internal', message: `The mock studio has no command ${command}.`, detail: null };
      return structuredClone(await handler(args ?? {})) ?? null;
    },
    { shouldMockEvents: true },
  );
}
