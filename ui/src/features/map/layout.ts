/** Laying the map out on demand: in a worker, so that the window stays live, and ended when it is cancelled. */
import type { MapPoint } from '$lib/ipc';
import { type Shown, columnOf } from './model';
import { nodeHeight, place, widthOf } from './place';

export interface LayoutJob {
  nodes: { key: string; width: number; height: number; column: number }[];
  edges: { from: string; to: string }[];
}

export interface LayoutResult {
  places?: [string, number, number][];
  error?: string;
}

/** What a layout needs of the map: overlaps say nothing of order. */
export function jobOf(shown: Shown): LayoutJob {
  return {
    nodes: shown.nodes.map((node) => ({
      key: node.key,
      width: widthOf(node),
      height: nodeHeight(node),
      column: columnOf(node.kind),
    })),
    edges: shown.links.filter((link) => link.kind !== 'overlap').map(({ from, to }) => ({ from, to })),
  };
}

/** More nodes are laid out by group: what a layout by links would take minutes for, nobody could follow with the eye. */
const MOST_BY_LINKS = 600;

export interface Running {
  /** The places, or null where it was cancelled. */
  done: Promise<Map<string, MapPoint> | null>;
  cancel(): void;
}

/** Starts a layout; `start` makes the worker where one is needed. */
export function layOut(shown: Shown, start: () => Worker): Running {
  if (shown.nodes.length > MOST_BY_LINKS) {
    const nodes = shown.nodes.map((node) => ({ ...node, position: null }));
    return { done: Promise.resolve(place(nodes, shown.links).places), cancel: () => {} };
  }
  const worker = start();
  let cancel = () => {};
  const done = new Promise<Map<string, MapPoint> | null>((resolve, reject) => {
    cancel = () => {
      worker.terminate();
      resolve(null);
    };
    worker.onmessage = ({ data }: MessageEvent<LayoutResult>) => {
      worker.terminate();
      if (data.places) resolve(new Map(data.places.map(([key, x, y]) => [key, { x, y }])));
      else reject(new Error(data.error ?? "The layout didn't respond."));
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message || "The layout couldn't be started."));
    };
  });
  worker.postMessage(jobOf(shown));
  return { done, cancel: () => cancel() };
}
