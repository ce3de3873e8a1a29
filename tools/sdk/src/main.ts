import { pythonFolder, writePython } from "./sdk";

// Writes the SDK for Python, for a release.
writePython(pythonFolder).then(
  () => console.log("sdk/python: written."),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
