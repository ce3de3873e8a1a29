import { defineAreaLookup } from "./area";

export const team = defineAreaLookup({
  area: "teams",
  noun: "team",
  title: "Teams",
  examples: {
    get: `const finance = analytics.getTeamOutput({ name: "Finance" });
export const members = finance.members;`,
    list: `export const teams = analytics.listTeamsOutput({ visibility: "public" });`,
  },
  filters: ["visibility"],
});
