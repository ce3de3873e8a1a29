import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { parsePair } from "../command/options";
import { formatAddress } from "../documents/address";
import { chooseProfile, findPart, parseAddresses } from "../documents/set";
import { describeImpact } from "../report/readers";
import { type AskOptions, ask, type OtherQuestions } from "./ask";
import { compareDbt } from "./dbt";
import { type Answer, toJson } from "./present";
import { type Asked, type ComparedAddress, parseAsked } from "./question";
import { findUnused } from "./unused";

interface Options extends AskOptions {
  readonly against?: string;
  readonly unused?: boolean;
  readonly dbt?: string;
  readonly map?: readonly string[];
  readonly check?: boolean;
  readonly format: string;
}

/** Finds what reads the parts that are named, or that files lost. */
export async function run(context: Context, args: readonly string[], given: Options): Promise<Outcome> {
  const asked = parseAsked(args);
  const options = chooseProfile(asked.addresses, given);
  if (options.unused) {
    refuseBesideUnused(asked, options);
    return findUnused(context, options, asked.addresses);
  }
  const against = options.dbt === undefined ? parseBefore(asked, options) : undefined;
  const ofDbt = askDbt(context.cwd, options);
  if (args.length === 0 && against === undefined && options.dbt === undefined) {
    throw new UsageError(
      "Nothing to look for. Name a <model>#<element>.<column>, or use --against, --dbt or --unused.",
    );
  }
  const { questions, notes } = ofDbt;
  const answer = await ask(context, options, {
    addresses: asked.addresses,
    against,
    since: options.dbt === undefined ? undefined : options.against,
    others: { questions: [...asked.tables, ...questions], notes },
  });
  const isUsed = answer.breaksNow.length + answer.breaksLater.length > 0;
  const json = toJson(answer);
  return {
    json,
    text: describeImpact(json),
    exit: !options.check ? exitCodes.ok : isUsed ? exitCodes.found : getExit(answer),
  };
}

/** That nothing is found says nothing of what isn't compared. */
const getExit = ({ notCompared }: Answer) => (notCompared > 0 ? exitCodes.platform : exitCodes.ok);

function refuseBesideUnused({ addresses, tables }: Asked, { against, dbt, offline, format }: Options): void {
  const part = addresses.find((address) => findPart(address) !== undefined);
  if (part !== undefined) throw new UsageError(`${formatAddress(part)}: --unused takes whole data models.`);
  const isOther = against !== undefined || dbt !== undefined || offline || format === "markdown" || tables.length > 0;
  if (isOther) throw new UsageError("--unused takes data models alone, and asks the platform: leave out the rest.");
}

/** What the files are compared with; undefined: nothing. */
function parseBefore({ addresses, tables }: Asked, { against }: Options): ComparedAddress | undefined {
  if (against === undefined) return undefined;
  const [before] = parseAddresses([against], {
    origins: ["files", "commit", "state"],
    instead: "`pulumi-analytics diff` compares with the platform, and names readers.",
  });
  const other = addresses.find((address) => address.from !== "files" || findPart(address) !== undefined);
  if (other !== undefined || tables.length > 0) {
    throw new UsageError("--against tells what files lost: beside it, name whole files or folders, or nothing.");
  }
  return before;
}

function askDbt(cwd: string, { dbt, against, map = [] }: Options): OtherQuestions {
  if (dbt === undefined) return { questions: [], notes: [] };
  if (against === undefined) {
    throw new UsageError("--dbt names the new manifest.json of dbt: add --against with the one that is deployed.");
  }
  const databases = map.map((text) => parsePair("--map", text, "from=to, such as dev=ANALYTICS"));
  return compareDbt(cwd, dbt, against, new Map(databases));
}
