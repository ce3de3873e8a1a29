import * as z from "zod";
import { defineArea } from "./area";
import { audit } from "./common";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const value = z.looseObject({ type: z.string().describe("`string`."), val: z.string().describe("The value.") });

const attribute = z.looseObject({
  userAttributeId: z.string(),
  name: z.string().describe("Its name."),
  description: z.string().nullish().describe("Its description."),
  defaultValue: value.nullish().describe("The value of everyone without another one."),
  ...audit,
});
/** A user attribute. */
export interface UserAttribute extends z.infer<typeof attribute> {}

const assignment = z.looseObject({ value, priority: z.number().optional() });

/** By what can have a value: the last part of the path, and the field that holds the id. */
const targets = {
  members: { part: "users", key: "userId" },
  teams: { part: "teams", key: "teamId" },
  tenants: { part: "tenants", key: "tenantOrganizationId" },
} as const;

/** What can have a value of a user attribute. */
export type AttributeTarget = keyof typeof targets;

/** A value of a user attribute. */
export interface AssignedValue {
  readonly value: string;
  /** Of a team: which value counts for the members of several teams. */
  readonly priority?: number;
}

/** The value in the API's form. Text is the only type. */
export function toAttributeValue(val: string): { readonly type: "string"; readonly val: string } {
  return { type: "string", val };
}

/** User attributes, `/v2/user-attributes`, with the values of members, teams and tenants. */
export const userAttributes = defineArea(
  {
    path: "/v2/user-attributes",
    noun: "user attribute",
    id: "userAttributeId",
    read: "either",
    isComplete: true,
    listed: attribute as z.ZodType<UserAttribute>,
    sends: ["name", "description", "defaultValue"],
  },
  (attributes, api) => {
    const buildAssignmentsPath = (id: string, target: AttributeTarget) =>
      path`/v2/user-attributes/${id}/${targets[target].part}`;

    return {
      ...attributes,

      /**
       * `GET /v2/user-attributes/{userAttributeId}/…`: all values of one sort of target, by its id; calls close to each
       * other share one listing.
       */
      readValues(id: string, target: AttributeTarget): Promise<ReadonlyMap<string, AssignedValue>> {
        const { key } = targets[target];
        const entry = assignment.extend({ [key]: z.string() }) as unknown as typeof assignment;
        const listing = { path: buildAssignmentsPath(id, target), entry, style: "page" } as const;
        return api.reads.read(listing.path, async () => {
          const all = await collect(list(api.transport, listing));
          return new Map(all.map((one) => [one[key] as string, { value: one.value.val, priority: one.priority }]));
        });
      },

      /** `POST /v2/user-attributes/{userAttributeId}/…`: sets or overwrites one value, so it can be repeated. */
      async assign(id: string, target: AttributeTarget, targetId: string, val: string): Promise<void> {
        const assignments = [{ [targets[target].key]: targetId, value: toAttributeValue(val) }];
        await api.write(buildAssignmentsPath(id, target), {
          method: "POST",
          path: buildAssignmentsPath(id, target),
          body: { assignments },
          repeatable: true,
          // Values are often filters of rows.
          secrets: [val],
        });
      },

      /** `DELETE /v2/user-attributes/{userAttributeId}/…/{id}`. */
      async unassign(id: string, target: AttributeTarget, targetId: string): Promise<void> {
        await api.write(buildAssignmentsPath(id, target), {
          method: "DELETE",
          path: `${buildAssignmentsPath(id, target)}${path`/${targetId}`}`,
        });
      },
    };
  },
);
