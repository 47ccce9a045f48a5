/** States, times and amounts of servers as the screen writes them. */
import { duration } from '$lib/duration';
import { plural, count } from '$kit';
import type { Difference, ServerDetail, ServerState, ServerTool, ToolPart } from '$lib/ipc';

export type Dot = 'ok' | 'warn' | 'danger' | 'idle';

export const stateDots: Record<ServerState, Dot> = {
  stopped: 'idle',
  starting: 'warn',
  running: 'ok',
  needs_consent: 'warn',
  failed: 'danger',
  unknown: 'idle',
};

export const stateWords: Record<ServerState, string> = {
  stopped: 'stopped',
  starting: 'starting',
  running: 'running',
  needs_consent: 'needs permission',
  failed: 'failed',
  unknown: 'not set up',
};

/** At the right of a server's name: how fast it answers, else how it is. */
export const short = (server: ServerDetail): string =>
  server.state === 'running' && server.ping_us !== null ? duration(server.ping_us) : stateWords[server.state];

export const drifted = (server: ServerDetail): ServerTool[] => server.tools.filter(({ drift }) => drift.length > 0);

/** Under a server's name: what is wrong, else what it offers and what changed there. */
export function summary(server: ServerDetail): string {
  if (server.state === 'needs_consent') return 'waiting for permission';
  if (server.state === 'unknown') return `used by ${plural(server.tools.length, 'tool')}`;
  if (server.state === 'failed' || server.message) return server.message;
  const known = server.tools.length;
  if (!server.checked_at && server.is_enabled)
    return known > 0 ? `${plural(known, 'tool')}, not checked yet` : 'tools not listed yet';
  if (!server.checked_at) return 'disabled';
  const changed = drifted(server);
  const changes =
    changed.length === 0
      ? ''
      : changed.length === 1
        ? `${changed[0]!.name} changed`
        : `${count(changed.length)} changed`;
  const off = server.is_enabled ? '' : 'disabled';
  return [plural(server.tools.length, 'tool'), changes, off].filter(Boolean).join(', ');
}

const partWords: Record<ToolPart, string> = {
  name: 'Name',
  description: 'Description',
  version: 'Version',
  schema: 'JSON Schema',
  implementation: 'Implementation',
  effect: 'Effect',
  limits: 'Limits',
  dependencies: 'Dependencies',
};
export const partOf = ({ part, pointer }: Difference): string =>
  pointer ? `${partWords[part]} ${pointer}` : partWords[part];

export const stateLabels: Record<ServerState, string> = {
  stopped: 'Stopped',
  starting: 'Starting',
  running: 'Running',
  needs_consent: 'Waiting for permission',
  failed: 'Failed',
  unknown: 'Not set up',
};
