import { type Chain, measureRequests } from "./shared/alone";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";

export const refresh: Bench = {
  name: "refresh",
  about:
    "a refresh of 200 models, 1,000 tags, 300 policies and 300 credentials at 20 ms latency, against its requests " +
    "alone, the floor, and trivial resources that carry the models' and tags' texts",
  async run({ report, scale, lab }) {
    const declared = {
      models: scale.of(200, 10),
      columns: scale.of(300, 30),
      tags: scale.of(1000, 50),
      policies: scale.of(300, 30),
      credentials: scale.of(300, 30),
    };
    // Each round signs in twice.
    const emulator = await lab.startEmulator({ latencyMs: 20, tokenRequestsPerSecond: null });
    const project = await lab.createProject({ program: "ours", declared, emulator });
    await project.make();
    const trivial = declared.models + declared.tags + declared.policies + declared.credentials;
    const floor = await lab.createProject({ program: "floor", declared: { trivial } });
    await floor.make();
    const { models, columns, tags } = declared;
    const texts = { models, columns, tags, trivial: trivial - models - tags };
    const carrying = await lab.createProject({ program: "floor", declared: texts, emulator });
    await carrying.make();

    await emulator.clearRequests();
    await project.measure("refresh");
    const sent = await emulator.listRequests();
    const chains = sent
      .filter(({ path }) => path !== "/v2/auth/token")
      .map(
        ({ method, path }): Chain =>
          (ask) =>
            ask(method, path),
      );
    const works = [
      () => project.measure("refresh"),
      () => measureRequests(emulator, chains),
      () => floor.measure("refresh"),
      () => carrying.measure("refresh"),
    ];
    const [ours = [], alone = [], least = [], carried = []] = await runInterleaved(works, scale.of(5, 1), {
      warmUp: false,
    });
    report.spread("refresh", computeSpread(ours), "ms");
    report.spread("its requests alone", computeSpread(alone), "ms");
    report.spread("a refresh of as many trivial resources", computeSpread(least), "ms");
    report.spread("a refresh of as many, some with the texts of models and tags", computeSpread(carried), "ms");
    // The list shows all that there is to see of a bearer token, which is every third.
    const readWhole = declared.models + Math.ceil((declared.credentials * 2) / 3);
    report.count("requests", sent.length, "requests", {
      most: readWhole + 10,
    });
    report.measured("time against the requests alone", computeRatios(ours, alone).median, "×", { most: 1.3 });
    const compareFloor = (what: string, others: readonly number[]) => {
      const withRequests = others.map((time, round) => time + alone[round]!);
      report.measured(`time against ${what} and the requests alone`, computeRatios(ours, withRequests).median, "×");
    };
    compareFloor("the floor", least);
    compareFloor("trivial resources with the same texts", carried);
  },
};
