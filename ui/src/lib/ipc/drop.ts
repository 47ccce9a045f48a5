import { TauriEvent, listen } from '@tauri-apps/api/event';

/** What is held over the window or let go on it. */
export type FileDrop = { kind: 'over'; count: number } | { kind: 'drop'; paths: string[] } | { kind: 'leave' };

/** Follows files dragged from the desktop; the window system's own drop, since the page's is unreliable in WebKitGTK. */
export function onFileDrop(handler: (drop: FileDrop) => void): () => void {
  const stops = [
    listen<{ paths: string[] }>(TauriEvent.DRAG_ENTER, ({ payload }) =>
      handler({ kind: 'over', count: payload.paths.length }),
    ),
    listen<{ paths: string[] }>(TauriEvent.DRAG_DROP, ({ payload }) => handler({ kind: 'drop', paths: payload.paths })),
    listen(TauriEvent.DRAG_LEAVE, () => handler({ kind: 'leave' })),
  ];
  return () => stops.forEach((stop) => void stop.then((unlisten) => unlisten()));
}
