import { writeGoExamples } from "./examples";
import { pythonFolder, writePython } from "./sdk";

const works = {
  /** For a release. */
  sdk: async () => {
    await writePython(pythonFolder);
    return "sdk/python: written.";
  },
  examples: async () => `${await writeGoExamples()} examples in Go written.`,
};

const [, , name = "sdk"] = process.argv;
works[name as keyof typeof works]().then(
  (words) => console.log(words),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
