#!/usr/bin/env node
// @ts-check
"use strict";

/*
 * Draws the workbooks that differ from a commit, each before and after, as web pages: an artifact of the job.
 *
 *   node pipelines/draw-workbooks.cjs HEAD^1 drawings
 *
 * It needs the commit and git, and runs the project's `pulumi-analytics render`. It needs no secrets.
 */

const { execFileSync, spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, mkdtempSync, readFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");

/** Without what a git hook says about its own repository: the folder says which is meant. */
const ownEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || /^GIT_(CONFIG_|EXEC_PATH$)/i.test(name)),
);

/** @param {string[]} args */
const runGit = (...args) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28, env: ownEnv });

/** The folder of a workbook that a file is part of, or the file itself. @param {string} file */
function findRoot(file) {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    if (existsSync(join(folder, "workbook.yaml"))) return folder;
  }
  return file;
}

/** Whether a path is a workbook's folder, or a file that may be one. @param {string} path */
function isLikely(path) {
  if (!/\.(ya?ml|json)$/.test(path)) return true;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return /\blayout\b/.test(text) && /\belements\b/.test(text);
}

/** @param {string} commit @param {string} folder @returns {{ drawn: string[], failed: string[] }} */
function draw(commit, folder) {
  const changed = runGit("diff", "--name-only", "--relative", "-z", commit, "--", "*.yaml", "*.yml", "*.json").split(
    "\0",
  );
  const roots = [...new Set(changed.filter((file) => file !== "").map(findRoot))].filter(isLikely).sort();
  if (roots.length === 0) return { drawn: [], failed: [] };
  const before = mkdtempSync(join(tmpdir(), "before-"));
  runGit("worktree", "add", "--quiet", "--detach", before, commit);
  const inside = runGit("rev-parse", "--show-prefix").trim();
  try {
    mkdirSync(folder, { recursive: true });
    return drawAll(roots, join(before, inside), folder);
  } finally {
    runGit("worktree", "remove", "--force", before);
  }
}

/** @param {string[]} roots @param {string} before @param {string} folder */
function drawAll(roots, before, folder) {
  /** @type {string[]} */
  const drawn = [];
  /** @type {string[]} */
  const failed = [];
  for (const root of roots) {
    const earlier = join(before, root);
    const against = existsSync(earlier) ? ["--against", earlier] : [];
    const out = join(folder, `${root.replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-")}.html`);
    const args = ["--no-install", "pulumi-analytics", "render", root, ...against, "--out", out];
    const { status, stderr } = spawnSync("npx", args, { encoding: "utf8", shell: process.platform === "win32" });
    if (status === 0) drawn.push(root);
    else if (!/not a workbook/.test(stderr)) failed.push(`${root}: ${stderr.trim()}`);
  }
  return { drawn, failed };
}

const [commit, folder = "drawings"] = process.argv.slice(2);
if (commit === undefined) throw new Error("usage: draw-workbooks.cjs <commit> [folder]");
const { drawn, failed } = draw(commit, folder);
console.log(drawn.length === 0 ? "No workbook differs." : `Drawn in ${folder}: ${drawn.join(", ")}`);
for (const why of failed) console.error(why);
if (failed.length > 0) process.exitCode = 1;
