/**
 * For web pages that show content of the platform in a frame: the two JavaScript events, sent and received safely. It
 * imports nothing, and does nothing until it is called.
 *
 * @example
 * ```ts
 * import { isNoData, navigateTo, onEmbedEvent } from "pulumi-analytics/embed";
 *
 * const frame = document.querySelector<HTMLIFrameElement>("iframe#report")!;
 * const origin = "https://app.example.com"; // of the frame's `src`
 * const stop = onEmbedEvent((event) => isNoData(event) && navigateTo(frame, otherId, { origin }), { frame, origin });
 * ```
 */

/** The names of the events, which stand in their `type`. */
export const embedEvents = {
  /** From the frame: an element has no data to show. */
  noData: "document:element:nodata",
  /** To the frame: show another workbook, report or page of a data model. */
  navigateTo: "document:navigateto",
} as const;

/** An event of the frame as it came. What it holds beside its name isn't documented, and may grow. */
export interface EmbedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An element has no data to show. */
export interface NoDataEvent extends EmbedEvent {
  readonly type: typeof embedEvents.noData;
}

/** What is posted to the frame to show something else. */
export interface NavigateToEvent extends EmbedEvent {
  readonly type: typeof embedEvents.navigateTo;
  readonly inodeId: string;
}

/** Whom to listen to. */
export interface EmbedSource {
  /** The frame that shows the content; messages of other windows are ignored. */
  readonly frame: HTMLIFrameElement;
  /**
   * The origin of the content, such as `https://app.example.com`; messages of what else the frame may show are ignored.
   */
  readonly origin: string;
}

/** Whether something is an event: an object with its name in `type`. */
export function isEmbedEvent(value: unknown): value is EmbedEvent {
  return typeof value === "object" && value !== null && typeof (value as EmbedEvent).type === "string";
}

/** Whether something says that an element has no data. */
export function isNoData(value: unknown): value is NoDataEvent {
  return isEmbedEvent(value) && value.type === embedEvents.noData;
}

/** Whether something asks for other content. */
export function isNavigateTo(value: unknown): value is NavigateToEvent {
  return isEmbedEvent(value) && value.type === embedEvents.navigateTo && typeof value.inodeId === "string";
}

/**
 * Hands every event of the frame to the handler, those without a name here too.
 *
 * @returns what ends it.
 * @throws TypeError when the frame is none, or the origin isn't one: `*` would let any page speak for the platform.
 */
export function onEmbedEvent(handler: (event: EmbedEvent) => void, options: EmbedSource): () => void {
  if (typeof handler !== "function") throw new TypeError("onEmbedEvent: the handler must be a function.");
  const { frame, origin } = check(options?.frame, options?.origin);
  const listen = ({ source, origin: sender, data }: MessageEvent<unknown>): void => {
    // Looked up anew each time: a frame that moves in the document gets a new window.
    if (source !== null && source === frame.contentWindow && sender === origin && isEmbedEvent(data)) handler(data);
  };
  addEventListener("message", listen);
  return () => removeEventListener("message", listen);
}

/**
 * Asks the frame to show a workbook, a report or a page of a data model. Only content of the origin gets to know it.
 *
 * @param inodeId the id of what to show.
 * @throws TypeError when the frame is none or not in a document, the id is empty, or the origin isn't one.
 */
export function navigateTo(frame: HTMLIFrameElement, inodeId: string, options: Pick<EmbedSource, "origin">): void {
  const { origin } = check(frame, options?.origin);
  if (typeof inodeId !== "string" || inodeId === "") throw new TypeError("navigateTo: the inodeId must be a text.");
  if (!frame.contentWindow) throw new TypeError("navigateTo: the frame isn't in a document yet.");
  const event: NavigateToEvent = { type: embedEvents.navigateTo, inodeId };
  frame.contentWindow.postMessage(event, origin);
}

/** Scripts without types call this too. */
function check(frame: HTMLIFrameElement, origin: string): EmbedSource {
  if (typeof frame !== "object" || frame === null || !("contentWindow" in frame)) {
    throw new TypeError(`The frame must be an iframe element, not ${frame}.`);
  }
  const known = originOf(origin);
  if (known === undefined || known !== origin) {
    const meant = JSON.stringify(known ?? "https://app.example.com");
    throw new TypeError(`The origin must be one, such as ${meant}, not ${JSON.stringify(origin)}.`);
  }
  return { frame, origin };
}

/** The origin of a web address; undefined when it is none. */
function originOf(text: string): string | undefined {
  try {
    const { protocol, origin } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? origin : undefined;
  } catch {
    return undefined;
  }
}
