import { isSameName } from "pulumi-analytics-internal/core/text";
import { type AnyKind, listReferredKinds } from "pulumi-analytics-internal/kinds/declare";
import type { Fields } from "../../text/typescript";
import { type ExportedObject, listExportedKinds } from "../organization";
import type { ProgramFile } from "./file";
import { declareObject, insertReferences, type Scene } from "./scene";

/** The kinds whose declarations say how they are written, in dependency order. */
export interface ExportOrder {
  /** Those that refer to each other only: folders, models and so on may refer to them. */
  readonly first: readonly AnyKind[];
  /** Those that refer to anything. */
  readonly last: readonly AnyKind[];
}

/** The order in which kinds are declared. */
export function exportOrder(): ExportOrder {
  const kinds = new Map(listExportedKinds().map((kind) => [kind.name, kind]));
  const first = new Set<AnyKind>();
  const last = new Set<AnyKind>();
  const visit = (kind: AnyKind, open: ReadonlySet<AnyKind>): void => {
    if (first.has(kind) || last.has(kind) || open.has(kind)) return;
    const names = Object.values(kind.fields).flatMap(listReferredKinds);
    const others = names.flatMap((name) => kinds.get(name) ?? []);
    for (const other of others) visit(other, new Set([...open, kind]));
    // Any workbook or report may be named, declared or not, so that fields don't say that they refer to the kind.
    const isOfDocument = ["workbookId", "reportId"].some((field) => Object.hasOwn(kind.fields, field));
    const isFirst =
      !isOfDocument && names.every((name) => kinds.has(name)) && others.every((other) => !last.has(other));
    (isFirst ? first : last).add(kind);
  };
  for (const kind of kinds.values()) visit(kind, new Set());
  return { first: [...first], last: [...last] };
}

/** Declares the objects of kinds whose declarations say how they are written. */
export function declareExported(scene: Scene, kinds: readonly AnyKind[]): void {
  for (const kind of kinds) {
    const objects = scene.organization.exported.get(kind.name);
    if (objects === undefined) continue;
    const { file: module, about } = kind.pull!;
    const file = scene.file(module, [about]);
    for (const object of objects) declare(scene, file, kind, object);
  }
}

function declare(scene: Scene, file: ProgramFile, kind: AnyKind, { id, inputs }: ExportedObject): void {
  const { called = ["name"] } = kind.pull!;
  const parts = called.map((field) => inputs[field]).filter((value) => typeof value === "string");
  const title = parts.map((part) => scene.nameOf(part) ?? part).join(" ");
  const words = kind.name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined));
  const args = { ...(insertReferences(scene, file, given) as Fields), ...referByName(scene, file, kind, inputs) };
  declareObject(scene, file, { kind: kind.name, id, called: [title, `${title} ${words}`], title, args });
}

/** The resources of fields that refer to an object by its name. */
function referByName(scene: Scene, file: ProgramFile, kind: AnyKind, inputs: ExportedObject["inputs"]): Fields {
  const fields = Object.entries(kind.fields).flatMap(([field, { ref }]) => {
    if (ref?.by !== "name") return [];
    const all = [ref.kind].flat().flatMap((name) => scene.organization.exported.get(name) ?? []);
    const other = all.find((one) =>
      isSameName(one.inputs.name as string | undefined, inputs[field] as string | undefined),
    );
    const resource = other && scene.resourceFrom(file, other.id, inputs[field]);
    return resource === undefined ? [] : [[field, resource] as const];
  });
  return Object.fromEntries(fields);
}
