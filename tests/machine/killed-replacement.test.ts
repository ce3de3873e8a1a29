import { Lab } from "./lab";
import { settle } from "./settle";
import { SimulatedStack } from "./simulated-stack";

const steps = [2, 3, 4, 5, 6];
const labels = ["plugin", "folder", "tag"];

test.each(labels.flatMap((label) => steps.map((step) => [label, step] as const)))(
  "what a killed replacement of a tainted %s made is the next one's, killed at step %d",
  async (label, step) => {
    const lab = new Lab(await SimulatedStack.open(), [label]);
    try {
      await lab.run({ verb: "up" });
      await lab.taint(lab.findEntry(lab.slots.find(({ thing }) => thing.label === label)!)!);
      await lab.run({ verb: "up", kill: { victim: "both", step } });
      lab.home = "two";
      await lab.cancel();
      // It fails if anything stands twice afterwards.
      await lab.run({ verb: "up" });
      await settle(lab);
    } finally {
      await lab.close();
    }
  },
);
