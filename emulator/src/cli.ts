import { Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { startEmulator } from "./emulator";
import { Settings } from "./settings";

interface Options {
  port: number;
  host: string;
  controlHost: string[];
  controlToken?: string;
  data?: string;
  state?: string;
  record?: string;
  seed: number;
  settings: Partial<Settings>;
  strict?: true;
  json?: true;
}

/** Refuses what the platform ignores; what `--settings` says comes first. */
const strictSettings = { unknownFields: "refuse", unknownQuery: "refuse" } as const;

async function run({ settings, strict, json, controlHost: controlHosts, ...options }: Options): Promise<void> {
  const emulator = await startEmulator({ ...options, controlHosts, ...(strict && strictSettings), ...settings });
  const { url, clientId, clientSecret } = emulator;
  process.stdout.write(
    json
      ? `${JSON.stringify({ url, clientId, clientSecret })}\n`
      : `ANALYTICS_BASE_URL=${url} ANALYTICS_CLIENT_ID=${clientId} ANALYTICS_CLIENT_SECRET=${clientSecret}\n`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void emulator.stop().then(() => process.exit(0)));
  }
}

function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new InvalidArgumentError("Give a whole number.");
  }
  return Number(text);
}

function parseSettings(text: string): Partial<Settings> {
  try {
    const given: unknown = JSON.parse(text);
    const { error } = Settings.safeParse(given);
    if (!error) {
      return given as Partial<Settings>;
    }
    throw new InvalidArgumentError(z.prettifyError(error));
  } catch (error) {
    throw error instanceof SyntaxError ? new InvalidArgumentError("It isn't JSON.") : error;
  }
}

new Command("analytics-emulator")
  .description(
    "The analytics platform's REST API in one process. Prints its URL and a pair of credentials when it is ready.",
  )
  .option("-p, --port <number>", "port to listen on; 0 picks a free one", parseWholeNumber, 4010)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option(
    "--control-host <name>",
    "a name under which /_emulator answers, beside localhost and IP addresses; may be given again",
    (name: string, before: readonly string[]) => [...before, name],
    [],
  )
  .addOption(
    new Option(
      "--control-token <text>",
      "what requests below /_emulator send as `Authorization: Bearer …`; needed where other machines reach it",
    ).env("EMULATOR_CONTROL_TOKEN"),
  )
  .option(
    "-d, --data <folder>",
    "folder with the data that exports are computed from, such as SALES/PUBLIC/ORDERS.csv in it, or a DuckDB file",
  )
  .option("--state <file>", "file to keep the state in, so that a restart loses nothing")
  .option("-s, --seed <number>", "decides every id the server makes", parseWholeNumber, 1)
  .option("--settings <json>", "settings as JSON, such as '{\"latencyMs\":20}'", parseSettings, {})
  .option("--record <file>", "HAR file to write the requests and answers to, without secrets")
  .option("--strict", "refuse unknown fields of bodies and unknown query parameters, which the platform ignores")
  .option("--json", "print the ready line as JSON")
  .action(run)
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`analytics-emulator: ${error.message}\n`);
    process.exitCode = 1;
  });
