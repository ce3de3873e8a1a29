import { Lab } from "./lab";
import { things } from "./things";

test.each(["dynamic", "plugin"] as const)("%s", async (door) => {
  const t0 = performance.now();
  const lab = await Lab.open(
    door,
    things.map(({ label }) => label),
  );
  const mark = (w: string) => console.log(w, Math.round(performance.now() - t0));
  try {
    mark("open");
    await lab.run({ verb: "up" });
    mark("up");
    await lab.run({ verb: "preview" });
    mark("preview");
    await lab.run({ verb: "refresh" });
    mark("refresh");
    for (const s of lab.slots) s.edit = 1;
    await lab.run({ verb: "up" });
    mark("up");
    await lab.run({ verb: "destroy" });
    mark("destroy");
  } finally {
    console.log(lab.log.join("\n"));
    await lab.close();
  }
});
