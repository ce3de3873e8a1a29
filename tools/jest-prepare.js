const { findCodegen, hasGo, resolvePulumi } = require("pulumi-cli");

/**
 * Before a run of all tests: what a new machine lacks is built, so that no test waits for it, and none runs beside a
 * compiler. A run of some tests builds what they need when they need it.
 */
module.exports = async function prepare({ testPathPatterns }) {
  if ((testPathPatterns?.patterns ?? []).length > 0) return;
  // Tests say what is missing, and are skipped or fail.
  const tryTo = (work) => work().catch((error) => process.stderr.write(`${error.message}\n`));
  await tryTo(async () => {
    const cli = await resolvePulumi();
    // Asking it for its version takes a fifth of a second in each file.
    process.env.TESTED_PULUMI = JSON.stringify(cli);
    if (await hasGo()) await findCodegen();
  });
};
