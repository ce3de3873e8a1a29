import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";

export const updateOne: Bench = {
  name: "update-one",
  about: "an up after one formula changed in 200 models of 300 columns, against an up that has nothing to do",
  async run({ report, scale, lab }) {
    const declared = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    const emulator = await lab.emulator({ latencyMs: 5 });
    const project = await lab.project({ program: "ours", declared, emulator });
    await project.make();

    const sent: string[][] = [];
    let revision = 0;
    const update = async () => {
      revision += 1;
      await project.declare({ ...declared, revision });
      await emulator.clearRequests();
      const time = await project.time("up");
      const requests = (await emulator.requests()).filter(({ path }) => path !== "/v2/auth/token");
      sent.push(requests.map(({ method }) => method));
      return time;
    };
    const nothing = () => project.time("up", { args: ["--expect-no-changes"] });
    const [one = [], none = []] = await interleaved([update, nothing], scale.of(5, 1), { warmUp: !scale.quick });

    const most = (isMeant: (method: string) => boolean) =>
      Math.max(...sent.map((methods) => methods.filter(isMeant).length));
    report.spread("one formula changed", spreadOf(one), "ms");
    report.spread("nothing changed", spreadOf(none), "ms");
    report.count(
      "PUT",
      most((method) => method === "PUT"),
      "requests",
      { exactly: 1 },
    );
    report.count(
      "GET",
      most((method) => method === "GET"),
      "requests",
      // The model before and after, its materialization schedules, and its columns.
      { exactly: 4 },
    );
    report.count(
      "others",
      most((method) => !["PUT", "GET"].includes(method)),
      "requests",
      { exactly: 0 },
    );
    report.measured("time against an up with nothing to do", ratios(one, none).median, "×", { most: 1.15 });
  },
};
