import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { satisfies } from "semver";
import { readManifest } from "../../project/package-json";
import { installCommand } from "../../project/package-manager";
import { locatePackage, readInstalledManifest } from "../../project/package-place";
import { chooseModuleOptions, typescriptPackages } from "../../project/program";
import { type Answer, answer, fail, pass, skip, warn } from "../finding";
import { findInstalled } from "./packages";
import { getLanguage, type Project } from "./project";

/** What of the compiler's API reads a configuration. */
interface Compiler {
  readonly version: string;
  readonly sys: { readFile(path: string): string | undefined };
  readConfigFile(path: string, read: (path: string) => string | undefined): { config?: object; error?: Diagnostic };
  parseJsonConfigFileContent(config: object, host: object, folder: string): { options: Options; errors: Diagnostic[] };
  createProgram(files: [], options: Options): { getOptionsDiagnostics(): readonly Diagnostic[] };
  flattenDiagnosticMessageText(text: unknown, lineBreak: string): string;
}

interface Options {
  readonly module?: number;
}

interface Diagnostic {
  readonly code: number;
  readonly messageText: unknown;
}

/** The compiler that the SDK loads for a program. */
interface FoundCompiler {
  readonly compiler: Compiler;
  /** Whether it is the SDK's own. */
  readonly isVendored: boolean;
}

/** TS18003: no input files, which Pulumi names itself. */
const noInputs = 18003;

/** Whether the compiler that Pulumi takes for a program in TypeScript reads its configuration. */
export function probeTypeScript(project: Project): Answer {
  if (!isTypeScript(project)) return answer(pass("not needed: the program isn't in TypeScript"));
  const { program: folder } = project;
  const sdk = findInstalled("@pulumi/pulumi", folder);
  const found = sdk && findCompiler(sdk.folder);
  if (sdk === undefined || found === undefined) return answer(skip("needs @pulumi/pulumi"));
  const { compiler, isVendored } = found;
  const add = installCommand(folder, `typescript@${typescriptPackages.typescript}`, { dev: true });
  const name = isVendored ? `not installed; the SDK's own ${compiler.version}` : compiler.version;
  const range = readPeerRange(sdk.folder);
  if (!satisfies(compiler.version, range, { includePrerelease: true })) {
    return answer(fail(`${name}, but @pulumi/pulumi ${sdk.version} needs ${range}`, add));
  }
  const file = readOptions(project).tsconfig ?? "tsconfig.json";
  const problem = existsSync(join(folder, file)) ? findConfigProblem(compiler, folder, file) : undefined;
  if (problem !== undefined) return answer(fail(`${name} refuses ${file}: ${problem}`, isVendored ? add : correct()));
  return answer(isVendored ? warn(`${name} compiles the program, with fewer checks`, add) : pass(name));

  function correct(): string {
    const { module, moduleResolution } = chooseModuleOptions(folder);
    return `Correct ${file}. A program needs \`"module": "${module}", "moduleResolution": "${moduleResolution}"\`.`;
  }
}

/** Bun compiles by itself. */
function isTypeScript(project: Project): boolean {
  if (getLanguage(project) !== "nodejs" || readOptions(project).typescript === false) return false;
  return /\.[mc]?ts$/.test(`${project.file.main}`) || existsSync(join(project.program, "index.ts"));
}

/** `runtime.options` of `Pulumi.yaml`. */
function readOptions({ file }: Pick<Project, "file">): { readonly typescript?: boolean; readonly tsconfig?: string } {
  return (file.runtime as { readonly options?: object } | undefined)?.options ?? {};
}

/** The project's TypeScript, or the one in the SDK's package. */
function findCompiler(sdk: string): FoundCompiler | undefined {
  const load = createRequire(join(sdk, "index.js"));
  const installed = locatePackage("typescript", sdk);
  if (installed !== undefined) return { compiler: load(installed), isVendored: false };
  const vendor = join(sdk, "vendor");
  const own = existsSync(vendor) ? readdirSync(vendor).find((name) => name.startsWith("typescript@")) : undefined;
  return own === undefined ? undefined : { compiler: load(join(vendor, own, "typescript.js")), isVendored: true };
}

function readPeerRange(sdk: string): string {
  const { peerDependencies } = readInstalledManifest<{ peerDependencies?: Record<string, string> }>(sdk, sdk);
  return peerDependencies?.typescript ?? "*";
}

/** What the compiler says of a configuration; undefined: nothing. */
function findConfigProblem(compiler: Compiler, folder: string, file: string): string | undefined {
  const { config = {}, error } = compiler.readConfigFile(join(folder, file), compiler.sys.readFile);
  const { options, errors } = compiler.parseJsonConfigFileContent(config, compiler.sys, folder);
  const refused = [
    ...(error === undefined ? [] : [error]),
    ...errors.filter(({ code }) => code !== noInputs),
    ...compiler.createProgram([], options).getOptionsDiagnostics(),
  ];
  const [first] = refused;
  if (first !== undefined) return compiler.flattenDiagnosticMessageText(first.messageText, " ");
  const isFine = isCommonJs(options) || readManifest(folder).type === "module";
  return isFine ? undefined : "its `module` leaves `import` as it is, which Node can't load here";
}

/** Whether the compiled program is CommonJS: `commonjs`, or one of `node16` to `nodenext`. Pulumi's default is. */
const isCommonJs = ({ module = 1 }: Options) => module === 1 || (module >= 100 && module < 200);
