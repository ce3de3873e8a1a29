import type { ListedTeam, Team } from "../core/api";
import { defineCollection } from "./declare";
import { audit, createArchivedState } from "./shared-fields";

export const team = defineCollection<ListedTeam, Team>({
  noun: "team",
  title: "Teams",
  getEndpoint: "GET /v2/teams/{teamId}",
  listEndpoint: "GET /v2/teams",
  examples: {
    get: `const finance = analytics.getTeamOutput({ name: "Finance" });
export const members = finance.members;`,
    list: `export const teams = analytics.listTeamsOutput({ visibility: "public" });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    description: zod.string().nullable().describe("What the team is for."),
    visibility: zod.string().describe("`public` or `private`."),
    ...createArchivedState(zod),
    ...audit(zod),
  }),
  wholeFields: (zod) => ({
    members: zod.array(zod.string()).describe("Ids of its members."),
    workspaceId: zod
      .string()
      .optional()
      .describe(
        "Id of its workspace, if the platform returns it. A `Team` with `createTeamFolder` has it in any case.",
      ),
  }),
  filters: ["visibility"],
  entries: ({ teams }) => teams.list(),
  get: ({ teams }, id) => teams.get(id),
  idOf: ({ teamId }) => teamId,
  nameOf: ({ name }) => name,
});
