import { connect } from "node:http2";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** Milliseconds that the last messages may take. */
const longestFlushMs = 500;

/** Milliseconds between a lost connection to the engine and the attempt to reconnect. */
const pauseMs = 100;

/**
 * Ends this process, the plugin host, when its engine ends.
 *
 * An engine that ends normally interrupts its plugins. By then it has saved all responses, unless it is configured to
 * save at the end. A killed engine doesn't end its plugins: this process would continue to create objects that no state
 * records, while the user runs the stack again. A thread of its own watches: it sees the end while this one calculates.
 *
 * @param run what the process serves then.
 * @param engine address of the engine; undefined: no engine started this process.
 */
export function endWithEngine(
  run: { end(isSaved: boolean): void },
  engine: string | undefined = findEngineAddress(),
  flush = async () => {},
): void {
  process.once("SIGINT", () => {
    run.end(!isSavedAtEnd(process.env));
    setTimeout(() => process.exit(0), longestFlushMs);
    void flush().finally(() => process.exit(0));
  });
  if (engine === undefined) return;
  const watchdog = new Worker(join(__dirname, "watchdog.js"), { workerData: engine, execArgv: [] });
  watchdog.once("message", () => process.exit(1));
  watchdog.unref();
}

/**
 * The engine's address, `host:port`, among the arguments of a plugin: the last one, after options of the run such as
 * `-v=9`. Undefined: no engine started this process.
 */
export function findEngineAddress(argv: readonly string[] = process.argv): string | undefined {
  return argv.slice(2).filter(isAddress).at(-1);
}

/** Whether a text is an address, `host:port`. */
export function isAddress(text: string): boolean {
  return /^[\w.]+:\d+$/.test(text);
}

/**
 * Whether the engine writes its state only once, after its plugins have ended. Until then nothing is saved, and the
 * engine may still be killed.
 */
function isSavedAtEnd({ PULUMI_SKIP_CHECKPOINTS: value = "" }: NodeJS.ProcessEnv): boolean {
  return /^(1|true)$/i.test(value);
}

/** Calls `gone` when the engine has ended: its connection breaks, and a new one fails. */
export function watch(engine: string, gone: () => void, wasThere = false): void {
  let isThere = false;
  // The engine speaks gRPC, which is HTTP/2.
  const session = connect(`http://${engine}`);
  session.once("connect", () => {
    isThere = true;
  });
  // "close" follows and is handled.
  session.on("error", () => undefined);
  session.once("close", () => {
    if (isThere) setTimeout(() => watch(engine, gone, true), pauseMs);
    else if (wasThere) gone();
  });
}
