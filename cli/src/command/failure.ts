import { dirname } from "node:path";
import { isNativeError } from "node:util/types";
import { ApiError, InvalidIdError, isForbidden, isSameOperation } from "pulumi-analytics-internal/core/api";
import { describeSystemCode } from "pulumi-analytics-internal/core/files";
import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { findPackageManager } from "../project/package-manager";
import { type ExitCode, exitCodes, UsageError } from "./exit";

/** How a command ends that failed. */
export interface Failure {
  readonly code: ExitCode;
  readonly message: string;
}

/** What an error says beside its message: fields of Node's own errors. */
interface Details {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly dest?: unknown;
  readonly hostname?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/**
 * Describes the failure of a command, with its exit code. What isn't expected is a bug, and comes with its stack, or
 * nobody could find it; what the machine, the network or the installation refuses is none.
 */
export function describeFailure(error: unknown, { cwd, isAborted }: { cwd: string; isAborted: boolean }): Failure {
  // In a prompt the terminal gives Ctrl-C to the prompt, not to the process.
  if (isAborted || (error instanceof Error && error.name === "ExitPromptError")) {
    return {
      code: exitCodes.interrupted,
      message: "stopped. All files are complete. Run the same command again to continue.",
    };
  }
  if (error instanceof ApiError) return { code: exitCodes.platform, message: namePermission(error).message };
  const isOfNetwork = findNetworkCause(error);
  if (isOfNetwork !== undefined) return { code: exitCodes.platform, message: isOfNetwork };
  return { code: exitCodes.usage, message: describeUnexpected(error, cwd) };
}

/** Adds to a refused call the permission that it needs: the lookups declare reads, the kinds writes. */
function namePermission(error: ApiError): ApiError {
  if (!isForbidden(error)) return error;
  const { findPermission, describeNeed } = require("pulumi-analytics-internal/lookups/permissions") as Permissions;
  return describeNeed(error, findPermission(error) ?? findWritePermission(error));
}

type Permissions = typeof import("pulumi-analytics-internal/lookups/permissions");

function findWritePermission(call: ApiError): string | undefined {
  const { loadAllKinds } = require("pulumi-analytics-internal/kinds/registry") as Registry;
  const kind = loadAllKinds().find(({ docs }) => docs.endpoints.some((endpoint) => isSameOperation(endpoint, call)));
  return kind?.needs.permission;
}

type Registry = typeof import("pulumi-analytics-internal/kinds/registry");

/** The message of an error that isn't the platform's: its own, what the machine refuses, or that it is a bug. */
export function describeUnexpected(error: unknown, cwd: string): string {
  if (error instanceof UsageError || error instanceof SpecSyntaxError) return error.message;
  if (error instanceof InvalidIdError) return `${error.message} An answer of the platform or a file has it.`;
  const known =
    findNetworkCause(error) ??
    listCauses(error)
      .map((cause) => findMachineCause(cause, cwd))
      .find(Boolean);
  if (known !== undefined) return known;
  const what = isNativeError(error) ? (error.stack ?? error.message) : String(error);
  return `this is a bug in pulumi-analytics. Report it with the following details:\n${what}`;
}

/** An error and what caused it, the innermost first: that is what happened. */
function listCauses(error: unknown, depth = 0): readonly (Error & Details)[] {
  if (!isNativeError(error) || depth > 8) return [];
  const { cause, errors } = error as Details;
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  return [...inner.flatMap((one) => listCauses(one, depth + 1)), error];
}

/** Codes of a network that can't be reached; the rest of it in words. */
const networkCodes: Readonly<Record<string, string>> = {
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the name server doesn't answer",
  EAI_FAIL: "the name server doesn't answer",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection lost",
  ECONNABORTED: "connection lost",
  EPIPE: "connection lost",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "host unreachable",
  EHOSTDOWN: "host unreachable",
  ENETUNREACH: "no network",
  ENETDOWN: "no network",
  EADDRNOTAVAIL: "no network",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "no answer in time",
  UND_ERR_SOCKET: "connection lost",
};

/** Codes of certificates that Node.js doesn't trust. */
const certificateCode = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

function findNetworkCause(error: unknown): string | undefined {
  for (const { code, hostname, address, port, message } of listCauses(error)) {
    if (typeof code !== "string") continue;
    const host = [hostname ?? address, port].filter((part) => part !== undefined).join(":");
    const place = host === "" ? "" : ` to ${host}`;
    if (Object.hasOwn(networkCodes, code)) {
      return (
        `no connection${place}: ${networkCodes[code]} (${code}). Check the network and the proxy settings ` +
        "with `pulumi-analytics doctor`."
      );
    }
    if (certificateCode.test(code)) {
      return (
        `no secure connection${place}: ${message} (${code}). If your network has certificates of its own, set ` +
        "NODE_EXTRA_CA_CERTS to their file."
      );
    }
  }
  return undefined;
}

/** What the machine or the installation refuses, in one sentence and the fix; undefined: nothing of the kind. */
function findMachineCause({ code, syscall, path, dest, message }: Error & Details, cwd: string): string | undefined {
  const [summary = ""] = message.split("\n");
  if (typeof code !== "string")
    return isOutOfMemory(summary) ? `not enough memory: ${summary}. ${moreMemory}` : undefined;
  if (packageCodes.has(code)) {
    return describeDamagedPackage(summary, cwd);
  }
  if (tooLargeCodes.has(code)) return `not enough memory: ${summary}. ${moreMemory}`;
  const known = describeSystemCode(code);
  if (known === undefined) return undefined;
  const program = typeof syscall === "string" ? /^spawn (.+)$/.exec(syscall)?.[1] : undefined;
  if (program !== undefined) return startProblem(program, code, known);
  const place = [path, dest].filter((one): one is string => typeof one === "string").join(" -> ");
  return `${place === "" ? summary : place}: ${known.what} (${code}). ${known.fix} Then run the command again.`;
}

function startProblem(program: string, code: string, { what, fix }: { what: string; fix: string }): string {
  if (code === "ENOENT") return `${program} is not on PATH. Install it, or add its folder to PATH.`;
  if (code === "EACCES" || code === "EPERM") {
    return (
      `${program} can't be started: it is not executable (${code}). Correct the permissions of ` +
      `${dirname(program) === "." ? "the program" : program}.`
    );
  }
  return `${program} can't be started: ${what} (${code}). ${fix} Then run the command again.`;
}

/** The message about a package that isn't whole. */
export function describeDamagedPackage(why: string, cwd: string): string {
  const { name } = findPackageManager(cwd);
  return `an installed package is damaged: ${why}. Delete node_modules and run \`${name} install\`.`;
}

/** Node's codes for packages that aren't whole. */
const packageCodes: ReadonlySet<string> = new Set([
  "MODULE_NOT_FOUND",
  "ERR_MODULE_NOT_FOUND",
  "ERR_DLOPEN_FAILED",
  "ERR_INVALID_PACKAGE_CONFIG",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_REQUIRE_ESM",
]);

const tooLargeCodes: ReadonlySet<string> = new Set([
  "ERR_STRING_TOO_LONG",
  "ERR_FS_FILE_TOO_LARGE",
  "ERR_BUFFER_TOO_LARGE",
]);

const isOutOfMemory = (message: string) =>
  /^(Array buffer allocation failed|Invalid (string|array) length)$/.test(message);

const moreMemory = "Work on fewer files at once, or give Node.js more memory: NODE_OPTIONS=--max-old-space-size=8192.";
