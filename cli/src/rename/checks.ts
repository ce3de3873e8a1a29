/** The checks files of the models that are renamed in. */
import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { UsageError } from "../command";
import { formatPath } from "../command/files";
import { findModelPath } from "../documents/checks-files";
import type { FileEdit } from "../documents/document";
import type { ChecksFile } from "../documents/find-files";
import { type FollowedChecks, followChecks } from "../documents/follow-checks";
import { type ModelFile, readModelFile } from "../documents/model-file";
import type { OwnDocuments } from "./files";
import type { RenamePlan } from "./plan";
import { FilePlaces, type PlacedChange } from "./present";

/** What becomes of checks files. */
export interface ChecksPlan {
  readonly changes: readonly PlacedChange[];
  readonly left: readonly ReturnType<FilePlaces["placeUse"]>[];
  readonly unread: OwnDocuments["unread"];
  readonly edits: readonly FileEdit[];
}

/** A rename in the checks files of the models that it changes. */
export function planChecks(
  cwd: string,
  listed: readonly ChecksFile[],
  { documents }: OwnDocuments,
  plan: RenamePlan,
): ChecksPlan {
  const found = listed.map((one): ChecksPlan => {
    try {
      const file = readModelFile(cwd, one.path);
      const path = findModelPath(cwd, one, file.form);
      const model = documents.find(({ key, isWorkbook }) => key === path && !isWorkbook);
      const sides = model && ([plan.former.get(model.key)!, plan.forms.get(model.key) ?? model.form] as const);
      return sides === undefined ? nothing : placeFollowed(file, followChecks(file.source, sides));
    } catch (error) {
      if (!(error instanceof SpecSyntaxError || error instanceof UsageError)) throw error;
      return { ...nothing, unread: [{ file: formatPath(cwd, one.path), why: error.message }] };
    }
  });
  return {
    changes: found.flatMap(({ changes }) => changes),
    left: found.flatMap(({ left }) => left),
    unread: found.flatMap(({ unread }) => unread),
    edits: found.flatMap(({ edits }) => edits),
  };
}

const nothing: ChecksPlan = { changes: [], left: [], unread: [], edits: [] };

function placeFollowed(
  { path: key, text: before, source }: ModelFile,
  { text, included, changes, left }: FollowedChecks,
): ChecksPlan {
  const places = new FilePlaces([{ key, source }]);
  return {
    changes: changes.map((change) => places.placeChange({ document: key, kind: "use", ...change })),
    left: left.map((use) =>
      places.placeUse({ document: key, ...use, why: "what it reads from can't be told from here" }),
    ),
    unread: [],
    edits: [
      ...(text === before ? [] : [{ path: key, before, after: text }]),
      ...[...included].map(([path, after]) => ({ path, before: source.readFile?.(path), after })),
    ],
  };
}
