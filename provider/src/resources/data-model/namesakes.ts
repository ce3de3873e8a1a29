import type { CommonInputs } from "../../engine/kind";
import { equal, isUnknown } from "../../engine/values";
import type { DataModelInputs } from "./inputs";

type Inputs = DataModelInputs & CommonInputs;

/** The models declared so far, by connection, folder and name. A plugin process lives for one run of one program. */
const declarations = new Map<string, { readonly inputs: Inputs; readonly isNew: boolean }>();

/**
 * What to tell when another model of this run has the same name in the same folder. The platform takes both, but whatever finds models by name
 * (`adopt`, recovery, people) can't tell them apart.
 *
 * @param isNew whether no state holds the model yet.
 */
export function namesakeNotes(inputs: Inputs, isNew: boolean): string[] {
  const { connection, folderId, name } = inputs;
  if ([connection, folderId, name].some(isUnknown)) return [];
  const key = JSON.stringify([connection, folderId, name]);
  const other = declarations.get(key);
  declarations.set(key, { inputs, isNew });
  // The engine checks a model that it replaces twice: as the one in the state, then as a new one.
  const isReplacement = other !== undefined && !other.isNew && isNew && equal(other.inputs, inputs);
  if (other === undefined || isReplacement) return [];
  return [
    `data model "${name}": another model of this program has the same name in the folder ${folderId}. adopt and recovery find models by their name: rename one of the two.`,
  ];
}
