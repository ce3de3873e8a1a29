import type { AnyKind } from "../../../kinds/declare";
import type { Fields as Args, Value } from "../../typescript";
import { identifierOf } from "../names";
import { type ExportedObject, exportedKinds } from "../organization";
import type { ProgramFile } from "./file";
import { adopting, type Scene } from "./scene";

/** The files of the kinds whose declarations say how they are written; `others` declare what these may refer to. */
export function declareExported(scene: Scene, others: readonly ProgramFile[]): ProgramFile[] {
  const files = new Map<string, ProgramFile>();
  for (const kind of exportedKinds()) {
    const objects = scene.organization.exported.get(kind.name);
    if (objects === undefined) continue;
    const { file: module, about } = kind.exportedTo!;
    const file = files.get(module) ?? scene.file(module, [about]);
    files.set(module, file);
    for (const object of objects) declare(scene, file, kind, object, [...others, ...files.values()]);
  }
  return [...files.values()];
}

function declare(
  scene: Scene,
  file: ProgramFile,
  kind: AnyKind,
  { id, inputs }: ExportedObject,
  all: readonly ProgramFile[],
): void {
  const title = typeof inputs.name === "string" ? inputs.name : kind.describe(inputs);
  const name = scene.names(file.module).give(id, [title, `${title} ${kind.name}`]);
  const args = { ...argsOf(kind, inputs, file, all), ...adopting(scene, id) };
  file.declare({ kind: kind.name, id, name, identifier: identifierOf(name), title, args });
}

/** The inputs, with references for the ids of what the program declares. */
function argsOf(kind: AnyKind, inputs: ExportedObject["inputs"], file: ProgramFile, all: readonly ProgramFile[]): Args {
  const referred = (value: unknown): Value => {
    if (Array.isArray(value)) return value.map(referred);
    const code = typeof value === "string" ? all.map((other) => other.idFrom(file, value)).find(Boolean) : undefined;
    return code ?? (value as Value);
  };
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => [field, kind.fields[field]?.ref ? referred(value) : (value as Value)]),
  );
}
