import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createDependencyNotFound } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody } from "../http/validate";
import type { Shortcut } from "../state/records";
import { getScope, listIndexedTables } from "./connections";
import { addFile, checkAccess, formPath } from "./files";

/** What a shortcut can point to: neither a workspace nor another shortcut. */
const targets: readonly string[] = ["workbook", "data-model", "dataset", "report", "folder"];

/** Shortcuts: files of type `symlink`. Only the answer to a create has the target. */
export function addShortcutRoutes(app: FastifyInstance): void {
  app.post("/v2/shortcuts", async ({ call, body }) => {
    const fields = {
      parentId: z.string(),
      target: defineObject(call, { id: z.string() }),
      name: z.string().min(1).optional(),
    };
    const { parentId, target, name } = parseBody(defineObject(call, fields), body);
    const { type, usualName } = findTarget(call, target.id);
    const file = addFile(call, { type: "symlink", name: name ?? usualName, parentId });
    const shortcut: Shortcut = { shortcutId: file.id, target: { type, id: target.id } };
    call.store.shortcuts.put(file.id, shortcut);
    const { type: _, deletedWith: __, description: ___, ...shown } = file;
    const parentUrlId = call.store.files.get(parentId)?.urlId;
    return { ...shown, parentUrlId, path: formPath(call, file), target: shortcut.target };
  });
}

/** The type of a target, and the name of a shortcut to it that has none. */
function findTarget(call: Call, id: string): { readonly type: string; readonly usualName: string } {
  const file = call.store.files.get(id);
  if (file !== undefined && file.deletedWith === null && targets.includes(file.type)) {
    checkAccess(call, file);
    return { type: file.type, usualName: file.name };
  }
  for (const { tableId, connectionId, path } of listIndexedTables(call)) {
    if (tableId === id) {
      return { type: "table", usualName: path.at(-1)! };
    }
    const scope = path.findIndex((_, index) => getScope(call, connectionId, path.slice(0, index)).id === id);
    if (scope > 0) {
      return { type: "scope", usualName: path[scope - 1]! };
    }
  }
  throw createDependencyNotFound(id);
}
