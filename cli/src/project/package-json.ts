import { existsSync } from "node:fs";
import { join } from "node:path";
import { dropMark } from "pulumi-analytics-internal/core/data";
import { UsageError } from "../command/exit";
import { readInput } from "../command/files";
import { formatJson } from "./program";

type Ranges = Readonly<Record<string, string>>;

/** `package.json` of a user's folder, as far as it matters here. */
export interface PackageJson {
  readonly type?: string;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
}

/** What `package.json` of a folder says; nothing where there is none. */
export function readManifest(folder: string): PackageJson {
  return existsSync(join(folder, "package.json")) ? parseManifest(readInput(folder, "package.json")) : {};
}

function parseManifest(text: string): PackageJson {
  try {
    return JSON.parse(dropMark(text)) as PackageJson;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`package.json: not JSON (${error.message}). Correct it.`);
    throw error;
  }
}

/** The names of all packages that a `package.json` lists. */
export function listDependencies(manifest: PackageJson): ReadonlySet<string> {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies }));
}

/**
 * Refuses a folder in which Pulumi can't load a program: it loads TypeScript as CommonJS.
 *
 * @param fix what to do instead.
 */
export function requireCommonJs(folder: string, fix: string): void {
  if (readManifest(folder).type !== "module") return;
  throw new UsageError(`package.json has \`"type": "module"\`, with which Pulumi can't load index.ts. ${fix}`);
}

/** Packages by name with their ranges, by the field of `package.json` that lists them. */
export type Wanted = Readonly<Record<"dependencies" | "devDependencies", Ranges>>;

/**
 * Adds the packages that the text of a `package.json` doesn't list anywhere, in its own indentation. Everything else
 * stays.
 *
 * @returns also the names of what was added.
 */
export function addDependencies(text: string, wanted: Wanted): { readonly text: string; readonly added: string[] } {
  const manifest = parseManifest(text);
  const listed = listDependencies(manifest);
  const fields = (["dependencies", "devDependencies"] as const).flatMap((field) => {
    const missing = Object.entries(wanted[field]).filter(([name]) => !listed.has(name));
    return missing.length === 0 ? [] : [{ field, missing }];
  });
  const added = fields.flatMap(({ missing }) => missing.map(([name]) => name));
  if (added.length === 0) return { text, added };
  const changes = fields.map(({ field, missing }) => {
    const all = [...Object.entries(manifest[field] ?? {}), ...missing];
    return [field, Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))] as const;
  });
  const written = formatJson({ ...manifest, ...Object.fromEntries(changes) }, /^[ \t]+/m.exec(text)?.[0]);
  return { text: text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written, added };
}
