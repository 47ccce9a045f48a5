import { isTauri } from '@tauri-apps/api/core';
import { getCurrentWindow } from '@tauri-apps/api/window';

/** Names the window, so that the desktop's own lists tell libraries apart. */
export async function setWindowTitle(title: string): Promise<void> {
  await getCurrentWindow().setTitle(title);
}

/** Whether the web view is WebKitGTK's, which tells no screen reader of live regions. */
export const keepsLiveRegionsToItself = (): boolean => isTauri() && navigator.userAgent.includes('Linux');
