import { ApiError, type DataModelRepresentation } from "../../core/api";
import type { LifecycleContext } from "../declare";
import { isUnread } from "../document/digest";
import type { DataModelState } from "./fields";
import { compare } from "./stored";

/** What is known of a model, with what the platform made of a write that nobody has read before somebody else wrote. */
export async function readWritten(
  context: LifecycleContext,
  id: string,
  known: DataModelState,
  server: DataModelRepresentation,
): Promise<DataModelState> {
  const { documentVersion } = known.outputs;
  if (documentVersion === undefined || documentVersion === server.documentVersion || !isUnread(known)) return known;
  const written = await readEarlierVersion(context, id, documentVersion);
  return written === undefined ? known : { ...known, outputs: compare(written, known).outputs };
}

/** Undefined if the platform no longer has it. */
export async function readEarlierVersion(
  { client }: LifecycleContext,
  id: string,
  documentVersion: number,
): Promise<DataModelRepresentation | undefined> {
  try {
    return await client.dataModels.getSpec(id, { documentVersion });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
