/** Lays the map out, away from the window: dagre for small maps, elk for large ones. One answer, then it is ended. */
import dagre from '@dagrejs/dagre';
import ELK from 'elkjs/lib/elk.bundled.js';
import type { LayoutJob, LayoutResult } from './layout';

/** From here on dagre takes too long. */
const LARGE = 200;

self.onmessage = (event: MessageEvent<LayoutJob>) => {
  void run(event.data)
    .then((places) => self.postMessage({ places } satisfies LayoutResult))
    .catch((thrown: unknown) => self.postMessage({ error: String(thrown) } satisfies LayoutResult));
};

async function run(job: LayoutJob): Promise<[string, number, number][]> {
  return job.nodes.length > LARGE ? await withElk(job) : withDagre(job);
}

function withDagre({ nodes, edges }: LayoutJob): [string, number, number][] {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 110 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.key, { width: node.width, height: node.height });
  edges.forEach((edge, at) => graph.setEdge(edge.from, edge.to, {}, String(at)));
  dagre.layout(graph);
  return nodes.map((node) => {
    const { x, y } = graph.node(node.key) as { x: number; y: number };
    return [node.key, Math.round(x - node.width / 2), Math.round(y - node.height / 2)];
  });
}

async function withElk({ nodes, edges }: LayoutJob): Promise<[string, number, number][]> {
  const elk = new ELK();
  const laid = await elk.layout({
    id: 'map',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.partitioning.activate': 'true',
      'elk.spacing.nodeNode': '22',
      'elk.layered.spacing.nodeNodeBetweenLayers': '110',
      'elk.layered.thoroughness': '1',
    },
    children: nodes.map((node) => ({
      id: node.key,
      width: node.width,
      height: node.height,
      layoutOptions: { 'elk.partitioning.partition': String(node.column) },
    })),
    edges: edges.map((edge, at) => ({ id: String(at), sources: [edge.from], targets: [edge.to] })),
  });
  return (laid.children ?? []).map((child) => [child.id, Math.round(child.x ?? 0), Math.round(child.y ?? 0)]);
}
