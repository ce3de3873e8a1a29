import { isUnknown } from "../../core/values";
import type { CommonInputs } from "../declare";
import type { DataModelInputs } from "./fields";

/** The URN of the model that was declared last under each profile, folder and name. A plugin process lives for one run of one program. */
const declarations = new Map<string, string>();

/**
 * What to tell when another model of this run has the same name in the same folder. The platform takes both, but whatever finds models by name
 * (`adopt`, recovery, people) can't tell them apart.
 *
 * @param urn of the model's resource: the engine checks a model that it replaces twice.
 */
export function namesakeMessages(inputs: DataModelInputs & CommonInputs, urn: string | undefined): string[] {
  const { profile, folderId, name } = inputs;
  if (urn === undefined || [profile, folderId, name].some(isUnknown)) return [];
  const key = JSON.stringify([profile, folderId, name]);
  const other = declarations.get(key) ?? urn;
  declarations.set(key, urn);
  if (other === urn) return [];
  return [
    `data model "${name}": another model of this program has the same name in the folder ${folderId} (${other}). adopt and recovery find models by their name: rename one of the two.`,
  ];
}
