import type { Profiler } from "node:inspector";

/**
 * Where a profiled program's time went: stacks, outermost frame first, with the microseconds spent in the innermost.
 */
export type Stacks = ReadonlyMap<string, number>;

/**
 * Stacks in the form that flame graph tools read: a line each, frames parted by semicolons, then a number.
 *
 * @example `main;parse;readNumber 1200`
 */
export function writeFolded(stacks: Stacks): string {
  return [...stacks]
    .filter(([, time]) => Math.round(time) > 0)
    .map(([stack, time]) => `${stack} ${Math.round(time)}\n`)
    .sort()
    .join("");
}

/** The stacks of a V8 profile, without the time in which nothing ran. */
export function readNodeStacks({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Stacks {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const named = new Map<number, string>();
  const getName = (id: number): string => {
    const known = named.get(id);
    if (known !== undefined) return known;
    const { functionName, url } = byId.get(id)!.callFrame;
    const parent = parents.get(id);
    const own = `${functionName || "(anonymous)"}${url ? ` ${formPlace(url)}` : ""}`.replaceAll(";", ",");
    // Below the root, which every stack has.
    const name = parent === undefined ? "" : [getName(parent), own].filter(Boolean).join(";");
    named.set(id, name);
    return name;
  };
  const stacks = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const stack = getName(id);
    if (stack === "" || stack === "(idle)") continue;
    stacks.set(stack, (stacks.get(stack) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return stacks;
}

/** A file by its package, or by its place in this repository. */
function formPlace(url: string): string {
  return decodeURI(url)
    .replace(/^file:\/\//, "")
    .replace(/^.*\/node_modules\//, "")
    .replace(/^.*\/((?:provider|emulator|bench)\/dist\/)/, "$1")
    .replace(/^\/.*\//, "");
}

const microseconds: Readonly<Record<string, number>> = { us: 1, ms: 1000, s: 1_000_000, mins: 60_000_000 };

/**
 * The stacks in what `go tool pprof -traces` prints: blocks between lines, the innermost frame first, beside the time.
 */
export function readGoStacks(traces: string): Stacks {
  const stacks = new Map<string, number>();
  for (const block of traces.split(/^-+\+-+$/m).slice(1)) {
    const [first = "", ...callers] = block.split("\n").filter((line) => line.trim() !== "");
    const [, number, unit = "", innermost] = /^\s*([\d.]+)(\w+)\s+(.+)$/.exec(first) ?? [];
    const factor = microseconds[unit];
    if (innermost === undefined || factor === undefined) continue;
    const frames = [innermost, ...callers].map((frame) =>
      frame
        .trim()
        .replace(/ \(inline\)$/, "")
        .replaceAll(";", ","),
    );
    const stack = frames.reverse().join(";");
    stacks.set(stack, (stacks.get(stack) ?? 0) + Number(number) * factor);
  }
  return stacks;
}
