// Finds circles in a graph: groups of nodes that reach each other (Tarjan's strongly connected components).

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Each circle as its nodes in order of name; a node that only reaches itself is none. */
export function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
      }
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** The most arrows that a walk through a graph without circles can follow. */
export function longestChain(graph: Graph): number {
  const lengths = new Map<string, number>();
  const lengthFrom = (node: string): number => {
    const known = lengths.get(node);
    if (known !== undefined) return known;
    lengths.set(node, 0);
    const length = Math.max(0, ...[...(graph.get(node) ?? [])].map((next) => 1 + lengthFrom(next)));
    lengths.set(node, length);
    return length;
  };
  return Math.max(0, ...[...graph.keys()].map(lengthFrom));
}
