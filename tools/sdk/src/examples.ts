import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { findConverter, type Log } from "pulumi-cli";
import { schemaFile } from "./sdk";

/** Languages that Pulumi's converter writes here: the one for C# is in no module for Go. */
export type Language = "typescript" | "python" | "go";

/** The schema of the plugin, as far as it is read here. */
interface Described {
  readonly resources: Readonly<Record<string, { description: string }>>;
}

/** An example of a resource, by its token. Functions have none in Go: the converter's don't compile. */
export interface Example {
  readonly token: string;
  /** In YAML, and in Go as it is checked in. */
  readonly yaml: string;
  readonly go: string | undefined;
  readonly converted: Readonly<Record<Language, string>>;
}

const readSchema = async () => JSON.parse(await readFile(schemaFile, "utf8")) as Described;
const listDescribed = ({ resources }: Described) => Object.entries(resources);
const yamlBlock = /```yaml\n(?<code>.*?)\n```\n/s;
const goBlock = /\n```go\n(?<code>.*?)\n```\n/s;

/** The examples of the schema in the languages that Pulumi's converter writes. */
export async function convertExamples(log?: Log): Promise<Example[]> {
  const texts = listDescribed(await readSchema()).map(([token, { description }]) => ({
    token,
    yaml: yamlBlock.exec(description)?.groups?.code ?? "",
    go: goBlock.exec(description)?.groups?.code,
  }));
  const running = promisify(execFile)(await findConverter({ log }), [schemaFile], { maxBuffer: 2 ** 26 });
  running.child.stdin?.end(JSON.stringify(Object.fromEntries(texts.map(({ token, yaml }) => [token, yaml]))));
  const converted = JSON.parse((await running).stdout) as Record<string, Record<Language, string>>;
  return texts.map((text) => ({ ...text, converted: trimCode(converted[text.token]!) }));
}

const trimCode = (programs: Readonly<Record<Language, string>>) =>
  Object.fromEntries(Object.entries(programs).map(([name, code]) => [name, code.trimEnd()])) as typeof programs;

/** Writes the examples in Go into the schema: after the ones in YAML, of which they are made. */
export async function writeGoExamples(log?: Log): Promise<number> {
  const schema = await readSchema();
  const examples = new Map((await convertExamples(log)).map((one) => [one.token, one]));
  for (const [token, described] of listDescribed(schema)) {
    const { go } = examples.get(token)!.converted;
    described.description = described.description
      .replace(goBlock, "")
      .replace(yamlBlock, (block) => `${block}\n\`\`\`go\n${go}\n\`\`\`\n`);
  }
  await writeFile(schemaFile, `${JSON.stringify(schema, null, 2)}\n`);
  return examples.size;
}
