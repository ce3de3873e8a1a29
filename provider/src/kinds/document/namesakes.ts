/** Documents that nobody can tell apart by their names. */
import { isUnknown } from "../../core/engine";
import type { CheckContext, CommonInputs } from "../declare";
import { type DocumentInputs, type DocumentNoun, getTitle, shortenNoun } from "./fields";

/** The URN of the document that was declared last under each profile, folder and name. */
const createDeclarations = () => new Map<string, string>();

/**
 * What to tell when another document of this run has the same name in the same folder. The platform takes both, but
 * whatever finds documents by name (`adopt`, recovery, people) can't tell them apart.
 *
 * @param context its `urn` is that of the document's resource: the engine checks one that it replaces twice.
 */
export function listNamesakes(
  inputs: Pick<DocumentInputs, "name" | "folderId"> & CommonInputs,
  noun: DocumentNoun,
  { urn, run }: CheckContext,
): string[] {
  const { profile, folderId, name } = inputs;
  if (urn === undefined || [profile, folderId, name].some(isUnknown)) return [];
  const key = JSON.stringify([noun, profile, folderId, name]);
  const declarations = run.get(createDeclarations);
  const other = declarations.get(key) ?? urn;
  declarations.set(key, urn);
  if (other === urn) return [];
  const short = shortenNoun(noun);
  return [
    `${getTitle(noun, inputs)}: another ${short} of this program has the same name in the folder ${folderId} ` +
      `(${other}). adopt and recovery find ${short}s by their name: rename one of the two.`,
  ];
}
