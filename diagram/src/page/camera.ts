import type { Area } from "../geometry";

/** Nearer than this nothing needs to be, farther away not even the large titles can be read. */
const nearest = 2.5;
const farthest = 0.04;
/** From here on cards show nothing but their names, in large letters. */
const far = 0.68;

/** Moves and scales the picture: by wheel, by dragging, with two fingers, and by itself. */
export class Camera {
  readonly #canvas: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
  #x = 0;
  #y = 0;
  #scale = 1;
  #gliding = 0;

  constructor(canvas: HTMLElement, stage: HTMLElement) {
    this.#canvas = canvas;
    this.#stage = stage;
    this.#listen();
  }

  get scale(): number {
    return this.#scale;
  }

  /** The page's shape: width by height. */
  get aspect(): number {
    return this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight);
  }

  /** Makes things larger by a factor, around a point of the canvas that stays where it is. */
  zoom(factor: number, x = this.#canvas.clientWidth / 2, y = this.#canvas.clientHeight / 2): void {
    cancelAnimationFrame(this.#gliding);
    const scale = Math.min(nearest, Math.max(farthest, this.#scale * factor));
    const by = scale / this.#scale;
    this.#show(x - (x - this.#x) * by, y - (y - this.#y) * by, scale);
  }

  /** Shows an area as large as it fits, no larger than it is. What would be too small to read is cut off at its end. */
  fit({ x, y, width, height }: Area, { smallest = farthest, glides = true } = {}): void {
    const { margin, roomX, roomY } = this.#measureRoom();
    const scale = Math.max(smallest, this.measureFit({ x, y, width, height }));
    const start = (at: number, length: number, room: number) =>
      margin - at * scale + Math.max(0, (room - length * scale) / 2);
    this.#go(start(x, width, roomX), start(y, height, roomY), scale, glides);
  }

  /** The scale in which an area just fits. */
  measureFit({ width, height }: Area): number {
    const { roomX, roomY } = this.#measureRoom();
    return Math.min(1.1, roomX / Math.max(1, width), roomY / Math.max(1, height));
  }

  #measureRoom(): { margin: number; roomX: number; roomY: number } {
    const { clientWidth, clientHeight } = this.#canvas;
    const margin = Math.min(40, clientWidth / 20);
    return { margin, roomX: clientWidth - 2 * margin, roomY: clientHeight - 2 * margin };
  }

  /** Brings an area into the middle, large enough to read. */
  center({ x, y, width, height }: Area): void {
    const scale = Math.max(this.#scale, 0.85);
    const { clientWidth, clientHeight } = this.#canvas;
    // What doesn't fit is shown from its beginning.
    const start = (at: number, length: number, room: number) => Math.max(16, (room - length * scale) / 2) - at * scale;
    this.#go(start(x, width, clientWidth), start(y, height, clientHeight), scale, true);
  }

  /** Moves the picture with something that moved in it. */
  shift(right: number, down: number): void {
    cancelAnimationFrame(this.#gliding);
    this.#show(this.#x - right * this.#scale, this.#y - down * this.#scale, this.#scale);
  }

  /** Brings an area into sight, if it isn't. */
  reveal(area: Area): void {
    const left = area.x * this.#scale + this.#x;
    const top = area.y * this.#scale + this.#y;
    const isIn =
      left >= 0 &&
      top >= 0 &&
      left + area.width * this.#scale <= this.#canvas.clientWidth &&
      top + area.height * this.#scale <= this.#canvas.clientHeight;
    if (!isIn) this.center(area);
  }

  #show(x: number, y: number, scale: number): void {
    [this.#x, this.#y, this.#scale] = [x, y, scale];
    this.#stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.#stage.classList.toggle("far", scale < far);
  }

  /** In one step for people who don't want motion. */
  #go(x: number, y: number, scale: number, glides: boolean): void {
    cancelAnimationFrame(this.#gliding);
    if (!glides || this.#prefersStill.matches) {
      this.#show(x, y, scale);
      return;
    }
    const from = [this.#x, this.#y, this.#scale] as const;
    const start = performance.now();
    const makeStep = (now: number): void => {
      const part = Math.min(Math.max(0, now - start) / 220, 1);
      const eased = part * (2 - part);
      const findBetween = (a: number, b: number) => a + (b - a) * eased;
      this.#show(findBetween(from[0], x), findBetween(from[1], y), findBetween(from[2], scale));
      if (part < 1) this.#gliding = requestAnimationFrame(makeStep);
    };
    this.#gliding = requestAnimationFrame(makeStep);
  }

  #listen(): void {
    const canvas = this.#canvas;
    const pointers = new Map<number, { x: number; y: number }>();
    let isMoving = false;
    const locateEvent = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = canvas.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { x, y } = locateEvent(event);
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      cancelAnimationFrame(this.#gliding);
      if (pointers.size === 0) isMoving = false;
      pointers.set(event.pointerId, locateEvent(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = locateEvent(event);
      // A hand that clicks isn't quite still.
      if (!isMoving && pointers.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
      isMoving = true;
      canvas.setPointerCapture(event.pointerId);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) {
        this.#show(this.#x + now.x - before.x, this.#y + now.y - before.y, this.#scale);
      } else {
        const measureApart = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
        this.zoom(measureApart(now) / Math.max(1, measureApart(before)), other.x, other.y);
      }
      pointers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
    }
    // The browser scrolls to what has the focus; here the camera does.
    canvas.addEventListener("scroll", () => canvas.scrollTo(0, 0));
    // What is dragged isn't clicked.
    canvas.addEventListener(
      "click",
      (event) => {
        if (isMoving) event.stopPropagation();
        isMoving = false;
      },
      { capture: true },
    );
  }
}
