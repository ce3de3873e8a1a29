import { type Chain, requestsAlone } from "./shared/alone";
import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";

export const refresh: Bench = {
  name: "refresh",
  about:
    "a refresh of 200 models, 1,000 tags, 300 policies and 300 credentials at 20 ms latency, against its requests alone, and the floor",
  async run({ report, scale, lab }) {
    const declared = {
      models: scale.of(200, 10),
      columns: scale.of(300, 30),
      tags: scale.of(1000, 50),
      policies: scale.of(300, 30),
      credentials: scale.of(300, 30),
    };
    // Each round signs in twice.
    const emulator = await lab.emulator({ latencyMs: 20, tokenRequestsPerSecond: null });
    const project = await lab.project({ program: "ours", declared, emulator });
    await project.make();
    const trivial = declared.models + declared.tags + declared.policies + declared.credentials;
    const floor = await lab.project({ program: "floor", declared: { trivial } });
    await floor.make();

    await emulator.clearRequests();
    await project.time("refresh");
    const sent = await emulator.requests();
    const chains = sent
      .filter(({ path }) => path !== "/v2/auth/token")
      .map(
        ({ method, path }): Chain =>
          (ask) =>
            ask(method, path),
      );
    const works = [() => project.time("refresh"), () => requestsAlone(emulator, chains), () => floor.time("refresh")];
    const [ours = [], alone = [], least = []] = await interleaved(works, scale.of(5, 1), { warmUp: false });
    report.spread("refresh", spreadOf(ours), "ms");
    report.spread("its requests alone", spreadOf(alone), "ms");
    report.spread("a refresh of as many trivial resources", spreadOf(least), "ms");
    report.count("requests", sent.length, "requests", { most: declared.models + 10 });
    report.measured("time against the requests alone", ratios(ours, alone).median, "×", { most: 1.3 });
    const both = least.map((time, round) => time + alone[round]!);
    report.measured("time against the floor and the requests alone", ratios(ours, both).median, "×");
  },
};
