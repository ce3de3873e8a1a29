import { type Bench, computeSpread } from "./shared/measure";

export const organization: Bench = {
  name: "organization",
  about:
    "the requests of a refresh of an organization: 1,000 members, 200 teams with their members, 300 attributes " +
    "with a value each, 5,000 grants on 250 folders, 300 policies and 300 credentials",
  async run({ report, scale, lab }) {
    const declared = {
      members: scale.of(1000, 60),
      teams: scale.of(200, 12),
      attributes: scale.of(300, 18),
      folders: scale.of(250, 15),
      grantsPerFolder: scale.of(20, 4),
      policies: scale.of(300, 30),
      credentials: scale.of(300, 30),
    };
    const emulator = await lab.startEmulator({ tokenRequestsPerSecond: null });
    const project = await lab.createProject({ program: "ours", declared, emulator });
    await project.make();
    await emulator.clearRequests();
    report.spread("refresh", computeSpread([await project.measure("refresh")]), "ms");
    const requests = await emulator.listRequests();
    // What the API needs at least: pages of lists; for each team its members; for each attribute the values of teams;
    // for each folder its grants; each credential but a bearer token, which is every third.
    const { members, teams, attributes, folders, policies, credentials } = declared;
    const pages = [members, teams, attributes, folders, policies, credentials].map((count) => Math.ceil(count / 1000));
    const least =
      pages.reduce((sum, count) => sum + count, 0) + teams + attributes + folders + Math.ceil((2 * credentials) / 3);
    report.count("requests", requests.length, "requests", { most: least + 20 });
  },
};
