import { type Bench, computeSpread } from "./shared/measure";

export const organization: Bench = {
  name: "organization",
  about:
    "the requests of a refresh of an organization: 1,000 members, 200 teams with their members, 300 attributes " +
    "with a value each, and 5,000 grants on 250 folders",
  async run({ report, scale, lab }) {
    const declared = {
      members: scale.of(1000, 60),
      teams: scale.of(200, 12),
      attributes: scale.of(300, 18),
      folders: scale.of(250, 15),
      grantsPerFolder: scale.of(20, 4),
    };
    const emulator = await lab.startEmulator({ tokenRequestsPerSecond: null });
    const project = await lab.createProject({ program: "ours", declared, emulator });
    await project.make();
    await emulator.clearRequests();
    report.spread("refresh", computeSpread([await project.measure("refresh")]), "ms");
    const requests = (await emulator.listRequests()).filter(({ path }) => path !== "/v2/auth/token");
    // What the API needs at least: pages of lists; for each team its members; for each attribute the values of teams;
    // for each folder its grants.
    const { members, teams, attributes, folders } = declared;
    const pages = [members, teams, attributes, folders].map((count) => Math.ceil(count / 1000));
    const least = pages.reduce((sum, count) => sum + count, 0) + teams + attributes + folders;
    report.count("requests", requests.length, "requests", { most: least + 20 });
  },
};
