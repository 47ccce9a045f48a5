import { listen } from '@tauri-apps/api/event';
import { STUDIO_EVENT, type StudioEvent } from './bindings';

type Handler = (event: StudioEvent) => void;

const handlers = new Set<Handler>();
let subscribed = false;

/** Follows the studio's one stream of events; returns how to stop. However many follow, the window listens once. */
export function onStudioEvent(handler: Handler): () => void {
  handlers.add(handler);
  if (!subscribed) {
    subscribed = true;
    void listen<StudioEvent>(STUDIO_EVENT, ({ payload }) => {
      for (const each of [...handlers]) each(payload);
    });
  }
  return () => handlers.delete(handler);
}
