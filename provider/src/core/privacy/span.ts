/** What follows linearly from some of a table's cells. */

/** How much was calculated, and how much may be. */
export interface Effort {
  steps: number;
  readonly most: number;
}

/** A vector that was added: what the earlier ones left of it, 1 at a place that is 0 in all later ones. */
interface Vector {
  readonly pivot: number;
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/** Probes that a vector is held against: by chance, all are 0 once in 10^27. */
const countOfProbes = 3;

/** Of a vector that is 0: whole numbers are added a few hundred times. */
const noise = 1e-9;

/**
 * Vectors of cells, each of which is 1 at the sums that the cell is in, and all that follows from them.
 *
 * Its probes are numbers for each place, any but for this: of all that follows, the products add up to 0. So what
 * follows shows in as many steps as a cell has sums.
 */
export class Span {
  readonly #vectors: Vector[] = [];
  readonly #probes: readonly Float64Array[];
  /** Vectors that the probes know. */
  #probed = 0;

  /** @param size how many sums there are. */
  constructor(
    private readonly size: number,
    private readonly effort: Effort,
  ) {
    this.#probes = Array.from({ length: countOfProbes }, (_, probe) =>
      Float64Array.from({ length: size }, (__, place) => drawNumber(place * countOfProbes + probe)),
    );
  }

  /** Adds the vector of a cell. @param sums those that the cell is in, by number. */
  add(sums: readonly number[]): void {
    if (this.#measure(sums).length === 0) return;
    const rest = new Float64Array(this.size);
    for (const sum of sums) rest[sum] = 1;
    for (const { pivot, places, values } of this.#vectors) {
      const factor = rest[pivot]!;
      if (factor === 0) continue;
      this.effort.steps += places.length;
      for (let at = 0; at < places.length; at++) rest[places[at]!]! -= factor * values[at]!;
      rest[pivot] = 0;
    }
    this.effort.steps += rest.length;
    const places = Int32Array.from([...rest.keys()].filter((place) => Math.abs(rest[place]!) > noise));
    if (places.length === 0) {
      // That it follows took long to show: the probes are behind.
      this.#updateProbes();
      return;
    }
    const pivot = places.reduce((most, place) => (Math.abs(rest[place]!) > Math.abs(rest[most]!) ? place : most));
    const values = Float64Array.from(places, (place) => rest[place]! / rest[pivot]!);
    this.#vectors.push({ pivot, places, values });
  }

  /** What of a cell doesn't follow, in one form for all its multiples; empty: all follows. */
  describe(sums: readonly number[]): string {
    this.#updateProbes();
    const measured = this.#measure(sums);
    return measured.map((value) => (value / measured[0]!).toPrecision(7)).join();
  }

  /** The products with the probes; none: all are 0. */
  #measure(sums: readonly number[]): number[] {
    this.effort.steps += sums.length * countOfProbes;
    let isZero = true;
    const products = this.#probes.map((probe) => {
      let product = 0;
      let size = 1;
      for (const sum of sums) {
        product += probe[sum]!;
        size += Math.abs(probe[sum]!);
      }
      isZero &&= Math.abs(product) < noise * size;
      return product;
    });
    return isZero ? [] : products;
  }

  /** Later vectors are 0 at the pivots of earlier ones, so the last comes first. */
  #updateProbes(): void {
    if (this.#probed === this.#vectors.length) return;
    this.#probed = this.#vectors.length;
    for (const { pivot, places, values } of this.#vectors.toReversed()) {
      this.effort.steps += places.length * countOfProbes;
      for (const probe of this.#probes) {
        let sum = 0;
        for (let at = 0; at < places.length; at++) sum += values[at]! * probe[places[at]!]!;
        // The pivot's own factor is 1.
        probe[pivot]! -= sum;
      }
    }
  }
}

/** A number from 0.5 to 1.5, always the same for a seed. */
function drawNumber(seed: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 + 0.5;
}
