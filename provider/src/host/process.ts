import { connect } from "node:http2";
import { ownership } from "./create";

/** Milliseconds between a lost connection to the engine and the question whether it still lives. */
const pauseMs = 100;

/**
 * Ends this process, the plugin host, with the engine it works for.
 *
 * An engine that ends in order interrupts its plugins, and has then saved all it was answered, unless it was told to save at the end. One
 * that is killed doesn't end them: this process would go on to create what no state will ever know, while the user runs the stack again.
 *
 * @param engine address of the engine, `host:port`: the first argument of a plugin.
 */
export function endWithEngine(engine: string | undefined = process.argv[2]): void {
  process.once("SIGINT", () => {
    ownership().ended(!savesAtTheEnd(process.env));
    process.exit(0);
  });
  // Anything else was never started by an engine.
  if (engine !== undefined && /^[\w.]+:\d+$/.test(engine)) watch(engine, () => process.exit(1));
}

/**
 * Whether the engine writes its state only once, and that after its plugins have ended: until then nothing is saved, and the engine may
 * still be killed.
 */
function savesAtTheEnd({ PULUMI_SKIP_CHECKPOINTS: value = "" }: NodeJS.ProcessEnv): boolean {
  return /^(1|true)$/i.test(value);
}

/** Calls `gone` when an engine that was there isn't any more: a connection to it breaks, and no new one comes about. */
export function watch(engine: string, gone: () => void, wasThere = false): void {
  let isThere = false;
  // The engine speaks gRPC, which is HTTP/2.
  const session = connect(`http://${engine}`);
  session.unref();
  session.once("connect", () => {
    isThere = true;
  });
  // "close" follows, and says enough.
  session.on("error", () => undefined);
  session.once("close", () => {
    if (isThere) setTimeout(() => watch(engine, gone, true), pauseMs).unref();
    else if (wasThere) gone();
  });
}
