import { assignIds, createEmptyIdentity, type IdentityMap, walkIds } from "../../core/model";
import { fieldOfPart, type PartKind } from "../../core/model/references";
import { getModel } from "./declaration";
import type { DataModelInputs, DataModelOutputs } from "./fields";

/**
 * A model as the platform would have it, with ids derived from those in the representation:
 * `<model>#<element>/<column>`.
 */
export function mockModel(id: string, inputs: DataModelInputs): { id: string; outputs: DataModelOutputs } {
  return {
    id,
    outputs: { url: `https://app.example.com/models/${id}`, documentVersion: 1, ids: collectIds(id, inputs) },
  };
}

function collectIds(model: string, inputs: DataModelInputs): IdentityMap {
  const ids = createEmptyIdentity();
  // A model that `get` reads by its id has no representation.
  if (inputs.spec === undefined) return ids;
  walkIds(assignIds(getModel(inputs).authored), ({ role, kinds: [kind], owner, id }) => {
    if (role !== "definition") return;
    if (kind === "page") ids.pages[id] = `${model}#${id}`;
    else if (kind === "element") ids.elements[id] = { id: `${model}#${id}` };
    else if (owner !== undefined) {
      const element = ids.elements[owner]!;
      const field = fieldOfPart[kind as PartKind];
      element[field] = { ...element[field], [id]: `${element.id}/${id}` };
    }
  });
  return ids;
}
