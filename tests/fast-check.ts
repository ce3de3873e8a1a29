import fc from "fast-check";

// The same cases in each run: a red test is then due to the change. `npm run test:all` looks for new ones.
if (process.env.CASES !== "all") fc.configureGlobal({ seed: 1 });

export default fc;
