// Fails when a package in the lockfile has a known vulnerability and a release that fixes it.
const { spawnSync } = require("node:child_process");

const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", maxBuffer: 1 << 27 });
let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = { error: { summary: "npm audit answered no JSON" } };
}
if (report.error || !report.vulnerabilities) {
  // A registry mirror may have no audit endpoint; the check then can't be made here, and says so.
  console.log(
    "audit: not checked " +
      `(${(report.error?.summary || report.message || "the registry gives no advisories").split(" - ")[0]})`,
  );
} else {
  const fixable = Object.values(report.vulnerabilities).filter((found) => found.fixAvailable);
  for (const { name, severity, range } of fixable) console.error(`audit: ${name} ${range} (${severity}) has a fix`);
  if (fixable.length > 0) process.exit(1);
  console.log("audit: no known vulnerability that has a fix");
}
