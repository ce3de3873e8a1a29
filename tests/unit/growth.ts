/**
 * How many times as much processor time work takes for an input four times as long: about 4 where time grows with the length, 16 where it
 * grows with its square. Unlike a time, it doesn't depend on the machine.
 *
 * @param work does it for an input of a length.
 * @param length of the longer input; the shorter one must take a few milliseconds.
 */
export function growth(work: (length: number) => void, length: number): number {
  const shortest = (of: number, best: number) => {
    const before = process.cpuUsage();
    work(of);
    const { user, system } = process.cpuUsage(before);
    return Math.min(best, user + system);
  };
  let long = Number.POSITIVE_INFINITY;
  let short = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    short = shortest(Math.floor(length / 4), short);
    long = shortest(length, long);
  }
  return long / short;
}

/** More than work may grow whose time is to grow with the length of its input, and less than where it grows with the square. */
export const mostGrowth = 9;
