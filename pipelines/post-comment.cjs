#!/usr/bin/env node
// @ts-check
"use strict";

/*
 * Posts a comment on the job's pull request (GitHub Actions) or merge request (GitLab CI). It replaces the comment of
 * an earlier run, which it finds by its first line.
 *
 *   node pipelines/post-comment.cjs comment.md
 *
 * GitHub: GITHUB_TOKEN with `pull-requests: write`, PULL_REQUEST with the number.
 * GitLab: GITLAB_TOKEN, a project access token with the scope `api`; the job's own token can't write comments.
 */

const { readFileSync } = require("node:fs");

/**
 * @typedef {{ comments: string, one: (id: number) => string, update: "PATCH" | "PUT", headers: Record<string, string>
 * }} Host
 */

/** @param {NodeJS.ProcessEnv} environment @returns {Host} */
function findHost(environment) {
  /** @param {string} name */
  const readVariable = (name) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set`);
    return value;
  };
  if (environment.GITLAB_CI) {
    const project = `${readVariable("CI_API_V4_URL")}/projects/${readVariable("CI_PROJECT_ID")}`;
    const comments = `${project}/merge_requests/${readVariable("CI_MERGE_REQUEST_IID")}/notes`;
    const headers = { "private-token": readVariable("GITLAB_TOKEN") };
    return { comments, one: (id) => `${comments}/${id}`, update: "PUT", headers };
  }
  const issues = `${readVariable("GITHUB_API_URL")}/repos/${readVariable("GITHUB_REPOSITORY")}/issues`;
  return {
    comments: `${issues}/${readVariable("PULL_REQUEST")}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    update: "PATCH",
    headers: { authorization: `Bearer ${readVariable("GITHUB_TOKEN")}`, accept: "application/vnd.github+json" },
  };
}

/**
 * @param {string} body
 * @param {NodeJS.ProcessEnv} environment
 */
async function post(body, environment) {
  const host = findHost(environment);
  /** @param {string} url @param {string} method @param {unknown} [content] */
  const call = async (url, method, content) => {
    const answer = await fetch(url, {
      method,
      headers: { ...host.headers, "content-type": "application/json" },
      body: JSON.stringify(content),
      // The token is for this address alone.
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.status >= 300 && answer.status < 400) {
      throw new Error(
        `${method} ${url}: ${answer.status}, a redirect, which isn't followed. Correct the address of the API.`,
      );
    }
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer.json();
  };

  const marker = body.split("\n", 1)[0] ?? "";
  for (let page = 1; ; page++) {
    const found = /** @type {{ id: number, body?: string | null }[]} */ (
      await call(`${host.comments}?per_page=100&page=${page}`, "GET")
    );
    const earlier = found.find((comment) => comment.body?.startsWith(marker));
    if (earlier) return call(host.one(earlier.id), host.update, { body });
    if (found.length < 100) return call(host.comments, "POST", { body });
  }
}

module.exports = { post };

if (require.main === module) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("usage: post-comment.cjs <file>");
  post(readFileSync(file, "utf8"), process.env).catch((error) => {
    console.error(`post-comment: ${error.message}`);
    process.exitCode = 1;
  });
}
