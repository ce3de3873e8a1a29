import type { Profiler } from "node:inspector";

/** Where a profiled process's time went, in microseconds. */
export interface Shares {
  /** In which something ran. */
  readonly total: number;
  /** By the package whose code ran: `provider`, `@pulumi/pulumi`, `node`, or what V8 does, such as `(program)`. */
  readonly packages: ReadonlyMap<string, number>;
  /** By function, with all that it called. */
  readonly functions: ReadonlyMap<string, number>;
}

/** Adds up the samples of a V8 profile. */
export function readShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const [packages, functions] = [new Map<string, number>(), new Map<string, number>()];
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName, url } = byId.get(id)!.callFrame;
    // Nothing ran below the root, and while the process waited.
    if (functionName === "(idle)" || functionName === "(root)") continue;
    const time = timeDeltas[index] ?? 0;
    total += time;
    add(packages, url === "" ? functionName || "node" : formPlace(url).package, time);
    for (const name of listCallers(id)) add(functions, name, time);
  }
  return { total, packages, functions };

  /** The functions of a stack, each once, however often it calls itself. */
  function listCallers(id: number): Set<string> {
    const names = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { functionName, url, lineNumber } = byId.get(at)!.callFrame;
      const { package: name, file } = formPlace(url);
      if (url !== "") names.add(`${functionName || "(anonymous)"} ${name}/${file}:${lineNumber + 1}`);
    }
    return names;
  }
}

function add(sums: Map<string, number>, name: string, time: number): void {
  sums.set(name, (sums.get(name) ?? 0) + time);
}

/** A script by its package, of which a bundle is one, and the file in it. */
function formPlace(url: string): { package: string; file: string } {
  const path = decodeURI(url).replace(/^file:\/\//, "");
  if (path.startsWith("node:")) return { package: "node", file: path.slice("node:".length) };
  const inModules = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path);
  const inRepository = /^.*\/(provider|policies|emulator|bench)\/(?:dist\/)?(.*)$/.exec(path);
  const [, name = "program", file = path.replace(/^.*\//, "")] = inModules ?? inRepository ?? [];
  return { package: name, file };
}
