import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";

export const updateOne: Bench = {
  name: "update-one",
  about: "an up after one formula changed in 200 models of 300 columns, against an up that has nothing to do",
  async run({ report, scale, lab }) {
    const declared = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    const emulator = await lab.startEmulator({ latencyMs: 5 });
    const project = await lab.createProject({ program: "ours", declared, emulator });
    await project.make();

    const sent: string[][] = [];
    let revision = 0;
    const update = async () => {
      revision += 1;
      await project.declare({ ...declared, revision });
      await emulator.clearRequests();
      const time = await project.measure("up");
      const requests = await emulator.listRequests();
      sent.push(requests.map(({ method }) => method));
      return time;
    };
    const measureNothing = () => project.measure("up", { args: ["--expect-no-changes"] });
    const [one = [], none = []] = await runInterleaved([update, measureNothing], scale.of(5, 1), {
      warmUp: !scale.quick,
    });

    const findMost = (isMeant: (method: string) => boolean) =>
      Math.max(...sent.map((methods) => methods.filter(isMeant).length));
    report.spread("one formula changed", computeSpread(one), "ms");
    report.spread("nothing changed", computeSpread(none), "ms");
    report.count(
      "PUT",
      findMost((method) => method === "PUT"),
      "requests",
      { exactly: 1 },
    );
    report.count(
      "GET",
      findMost((method) => method === "GET"),
      "requests",
      // The model before and after, its materialization schedules, and its columns.
      { exactly: 4 },
    );
    report.count(
      "others",
      findMost((method) => !["PUT", "GET"].includes(method)),
      "requests",
      { exactly: 0 },
    );
    report.measured("time against an up with nothing to do", computeRatios(one, none).median, "×", { most: 1.15 });
  },
};
