import type * as z from "zod";
import type { ApiError } from "../../core/api";
import { field, type InputField, text } from "./fields";

/** The field with the owner of a file: `ownerId` of `/v2/files`. */
export function defineOwnerField(noun: string): InputField<z.ZodOptional<z.ZodString>> {
  return field(
    text.optional(),
    `Id of the member who owns the ${noun}. A change hands the ${noun} over. Default: the owner of the API ` +
      "credentials on create, and the current owner afterwards.",
    { omitted: "keep", ref: { kind: "Member" } },
  );
}

/** What the page of a kind with an {@link defineOwnerField} says of it. */
export const describeOwner = (noun: string) =>
  `\`ownerId\` hands the ${noun} over to another member. The new owner may need access to it beforehand, such as by a
\`Grant\` on the folder or workspace above. The owner of the API credentials needs such access afterwards: without it,
the provider no longer sees the ${noun}.`;

/** What to do when the platform refuses an owner; undefined for another error. Its words are undocumented. */
export function findOwnerHint(
  { status, method, path, detail, fromProxy }: ApiError,
  ownerId: string | undefined,
): string | undefined {
  const isWrite = (method === "POST" || method === "PATCH") && path.startsWith("/v2/files");
  if (ownerId === undefined || !isWrite || fromProxy) return undefined;
  if (status !== 403 && !(status === 400 && /\baccess\b|\bpermission|\bowner/i.test(detail))) return undefined;
  return (
    `Look at ownerId ("${ownerId}"). A new owner may need access first: grant it on the folder or workspace ` +
    "above, with a Grant that this resource depends on. The owner of the API credentials needs Can edit " +
    "access to hand something over."
  );
}
