/** Actions of elements and overlays, and their effects. */
import { type JsonObject, listObjectEntries, type Path, walkObjects } from "../../model/json";
import type { WorkbookIndex } from "../workbook-index";

/** An action, and what it belongs to. */
export interface ActionPlace {
  readonly action: JsonObject;
  readonly path: Path;
  /** The element or overlay that has it. */
  readonly host: JsonObject;
  /** The element's kind; undefined: an overlay. */
  readonly kind: string | undefined;
}

/** The actions of elements, then those of overlays. */
export function listActions({ document, entries }: WorkbookIndex): ActionPlace[] {
  const overlays = listObjectEntries(document.overlays).map(([index, host]) => ({
    host,
    kind: undefined,
    path: ["overlays", index] as Path,
  }));
  return [...entries.map(({ element: host, kind, path }) => ({ host, kind, path })), ...overlays].flatMap(
    ({ host, kind, path }) =>
      listObjectEntries(host.actions).map(([index, action]) => ({
        action,
        path: [...path, "actions", index],
        host,
        kind,
      })),
  );
}

/** The effects of actions, of the branches of effects, and of the steps of agents' tools. */
export function* listEffects({ layout: _, ...coded }: JsonObject): Generator<{ object: JsonObject; path: Path }> {
  for (const { object, path } of walkObjects(coded)) {
    const isStep = path.at(-2) === "steps" && object.kind === "effect";
    if (path.at(-2) === "effects" || isStep) yield { object, path };
  }
}
