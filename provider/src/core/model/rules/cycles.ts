/** The cycles of a graph, each once, as lists of nodes. */
export function findCycles(nodes: Iterable<string>, next: (node: string) => readonly string[]): string[][] {
  const state = new Map<string, "open" | "done">();
  const cycles: string[][] = [];
  for (const start of nodes) {
    if (state.has(start)) continue;
    // An explicit stack: a chain of tables may be deeper than the call stack.
    const way: { node: string; rest: string[] }[] = [{ node: start, rest: [...next(start)] }];
    state.set(start, "open");
    while (way.length > 0) {
      const here = way.at(-1)!;
      const target = here.rest.pop();
      if (target === undefined) {
        state.set(here.node, "done");
        way.pop();
      } else if (state.get(target) === "open") {
        const from = way.findIndex(({ node }) => node === target);
        cycles.push(way.slice(from).map(({ node }) => node));
      } else if (!state.has(target)) {
        state.set(target, "open");
        way.push({ node: target, rest: [...next(target)] });
      }
    }
  }
  return cycles;
}
