import { getCurrentWindow } from '@tauri-apps/api/window';

/** Names the window, so that the desktop's own lists tell libraries apart. */
export async function setWindowTitle(title: string): Promise<void> {
  await getCurrentWindow().setTitle(title);
}
