import { computeRatios, computeSpread, fitPower, runInterleaved } from "../../../bench/src/shared/measure";

test("a spread is minimum, median and maximum, whatever the order and number", () => {
  expect(computeSpread([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
  expect(computeSpread([4, 1, 3, 2])).toEqual({ min: 1, median: 2.5, max: 4 });
  expect(computeSpread([7])).toEqual({ min: 7, median: 7, max: 7 });
});

test("ratios are taken round by round", () => {
  expect(computeRatios([2, 40, 6], [1, 10, 2])).toEqual({ min: 2, median: 3, max: 4 });
});

describe("interleaved", () => {
  test("runs works in turn, a round before them that isn't counted, and takes the time a work answers", async () => {
    const ran: string[] = [];
    const work = (name: string, time: number) => async () => {
      ran.push(name);
      return time + ran.length;
    };
    const times = await runInterleaved([work("a", 100), work("b", 200)], 2);
    expect(ran.join("")).toBe("ababab");
    expect(times).toEqual([
      [103, 105],
      [204, 206],
    ]);
  });

  test("without a warm-up every round counts; a work that answers nothing is timed", async () => {
    const [times] = await runInterleaved([() => undefined], 3, { warmUp: false });
    expect(times).toHaveLength(3);
    expect(times?.every((time) => time >= 0)).toBe(true);
  });
});

test.each([0.5, 1, 2])("what grows with the power %d has that slope", (power) => {
  expect(fitPower([10, 50, 200, 800].map((x) => [x, 13 * x ** power]))).toBeCloseTo(power);
});
