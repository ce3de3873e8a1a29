import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmulator } from "analytics-emulator";
import { resolvePulumi } from "pulumi-cli";
import { findProject, type Language, languages } from "./languages";
import { Narrator } from "./narrator";
import { dataFolder, runStory } from "./story";
import { TemporaryStack } from "./temporary-stack";

const repository = join(__dirname, "../../..");

/** The language of the program: `--language yaml`. */
function readLanguage(args: readonly string[]): Language {
  const { values } = parseArgs({ args: [...args], options: { language: { type: "string", default: "typescript" } } });
  const found = languages.find((language) => language === values.language);
  if (found !== undefined) return found;
  throw new Error(`--language ${values.language}: no such language. Use one of: ${languages.join(", ")}.`);
}

async function runMain(): Promise<void> {
  const tell = new Narrator(process.stdout);
  const cleanUp: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const step of cleanUp.reverse().splice(0)) await step();
  };
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      interrupted = true;
      tell.say(`${signal}: cleaning up`);
      void end().finally(() => process.exit(130));
    });
  }
  try {
    const language = readLanguage(process.argv.slice(2));
    const cli = await resolvePulumi({ log: (line) => tell.say(line) });
    const project = await findProject(language);
    const emulator = await startEmulator({ seed: 1, data: dataFolder });
    cleanUp.push(() => emulator.stop());
    tell.say(`The platform's emulator answers at ${emulator.url}. Open ${emulator.url} to see what it holds.`);
    const stack = await TemporaryStack.create({
      cli,
      ...project.options,
      nodeModules: join(repository, "node_modules"),
      config: {
        "analytics:baseUrl": emulator.url,
        "analytics:clientId": emulator.clientId,
        folderId: emulator.seeded.folders.models,
        connectionId: emulator.seeded.connections.warehouse,
      },
      secrets: { "analytics:clientSecret": emulator.clientSecret },
    });
    cleanUp.push(() => stack.dispose());
    await project.install?.(stack);
    await runStory(tell, emulator, stack, project.model);
    tell.say("Done. The same program runs against your organization: see the README.");
  } catch (error) {
    process.exitCode = 1;
    // What an interrupted step says of its end is no news.
    if (!interrupted) tell.fail(error instanceof Error ? error.message : String(error));
  } finally {
    await end();
  }
}

void runMain();
