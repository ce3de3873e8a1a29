/** Random choices that are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1: mulberry32. */
  drawNext(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  drawBetween(least: number, most: number): number {
    return least + Math.floor(this.drawNext() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.drawBetween(0, items.length - 1)]!;
  }

  /** Several different ones, in their order. */
  drawSample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items.keys()];
    while (left.length > count) left.splice(this.drawBetween(0, left.length - 1), 1);
    return left.map((index) => items[index]!);
  }
}
