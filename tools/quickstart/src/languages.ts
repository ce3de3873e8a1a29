import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StackOptions, TemporaryStack } from "./temporary-stack";

const repository = join(__dirname, "../../..");

/** The languages of the quickstart; `typescript` is served by the dynamic provider, all others by the plugin. */
export const languages = ["typescript", "native", "yaml", "python"] as const;

export type Language = (typeof languages)[number];

/** The quickstart's project in a language. */
export interface QuickstartProject {
  readonly options: Pick<StackOptions, "files" | "texts">;
  /** The file of the model `orders`, relative to the project's folder. */
  readonly model: string;
  /** Whatever has to be installed in the project; left out: nothing. */
  install?(stack: TemporaryStack): Promise<unknown>;
}

/** The project of a language. */
export async function findProject(language: Language): Promise<QuickstartProject> {
  const example = join(repository, "examples/quickstart");
  const own = { "Pulumi.yaml": join(repository, "Pulumi.yaml"), "examples/quickstart": example };
  const model = "examples/quickstart/models/orders.yaml";
  if (language === "typescript") return { options: { files: own }, model };
  if (language === "native") {
    const [project, program] = await Promise.all(
      [own["Pulumi.yaml"], join(example, "index.ts")].map((file) => readFile(file, "utf8")),
    );
    const texts = {
      "Pulumi.yaml": `${project}packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n`,
      "examples/quickstart/index.ts": program!.replace('"pulumi-analytics"', '"pulumi-analytics/native"'),
    };
    return { options: { files: own, texts }, model };
  }
  const names = { yaml: ["Pulumi.yaml"], python: ["Pulumi.yaml", "__main__.py", "requirements.txt"] }[language];
  const folder = join(repository, `examples/quickstart-${language}`);
  const files = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  return {
    options: { files: { ...files, "../quickstart": example } },
    model: "../quickstart/models/orders.yaml",
    // It generates the SDK, and makes a virtual environment with it.
    ...(language === "python" && { install: (stack) => stack.expect(["install"]) }),
  };
}
