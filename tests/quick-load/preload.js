/**
 * Preloaded into the Node processes that tests start (the program, the plugin host, the command), which otherwise spend two thirds of
 * their time on compiling the same packages. What runs is the same code in the same order, but for this:
 *
 * 1. Compiled code of this repository and its packages is kept in `node_modules/.cache/quick-load`, by the hash of its text.
 * 2. What the SDK needs for closures and the Automation API only, such as its compiler and npm client, is loaded when it is first used.
 * 3. The SDK records no traces of its own calls, and doesn't look its stack traces up in source maps.
 *
 * Files elsewhere, such as a package that a test has installed, are loaded as ever.
 */
const { runInThisContext } = require("node:vm");

// Under a name such as Node.js' own code has, so that a program's stack traces, which the engine keeps in the state, don't show it.
runInThisContext(`(${quickLoad})`, { filename: "node:internal/quick-load" })(require, __dirname);

function quickLoad(require, folderOfThis) {
  // Nothing but a line of code, as in `node -e`.
  if (process.argv[1] === undefined) return;
  const { createHash } = require("node:crypto");
  const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
  const Module = require("node:module");
  const { dirname, join, sep } = require("node:path");
  const vm = require("node:vm");
  const onDemand = require("./on-demand/on-demand");

  const repository = join(folderOfThis, "../..");
  const packages = join(repository, "node_modules") + sep;
  const kept = [
    packages,
    join(repository, "provider/dist") + sep,
    join(repository, "provider/plugin") + sep,
    join(repository, "policies/dist") + sep,
  ];
  const folder = join(packages, ".cache/quick-load", `${process.version}-${process.arch}`);

  deferUnused();
  if (typeof Module.enableCompileCache === "function") Module.enableCompileCache(folder);
  else if (vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER !== undefined) keepCompiled();

  function deferUnused() {
    const { _load: load } = Module;
    const unused =
      /^(?:@npmcli\/arborist|@opentelemetry\/[-a-z]+|execa|fdir|js-yaml|normalize-package-data|semver|source-map-support\/register|tmp|upath|[./]+(?:automation|typescript-shim))$/;
    // With it the engine asks for traces.
    delete process.env.TRACEPARENT;
    Module._load = function (request, parent, ...rest) {
      const from = unused.test(request) ? (parent?.filename ?? "") : "";
      if (!from.startsWith(packages) || !from.includes(join("@pulumi", "pulumi"))) {
        return load.call(this, request, parent, ...rest);
      }
      return onDemand(() => load.call(this, request, parent, ...rest));
    };
  }

  /** What `Module.enableCompileCache` does, for Node.js before 22. One file for each program, as most load the same modules each time. */
  function keepCompiled() {
    const file = join(
      folder,
      createHash("sha1")
        .update(process.argv[1] ?? "")
        .digest("hex"),
    );
    const [wrapperStart] = Module.wrapper;
    /** Path → hash of the text, and where its code is in the file. */
    let entries;
    let bytes;
    const compiled = [];
    let isComplete = true;

    const open = () => {
      try {
        bytes = readFileSync(file);
        const headEnd = bytes.indexOf("\n");
        entries = new Map(JSON.parse(bytes.toString("utf8", 0, headEnd)));
        bytes = bytes.subarray(headEnd + 1);
      } catch {
        entries = new Map();
        bytes = Buffer.alloc(0);
      }
    };

    const { _compile: compile } = Module.prototype;
    Module.prototype._compile = function (content, filename, ...rest) {
      const isKept = /\.c?js$/.test(filename) && kept.some((start) => filename.startsWith(start));
      if (!isKept) return compile.call(this, content, filename, ...rest);
      if (entries === undefined) open();
      const text = content.startsWith("#!") ? `//${content}` : content;
      const hash = createHash("sha1").update(text).digest("base64");
      const [knownHash, from, to] = entries.get(filename) ?? [];
      let script;
      try {
        script = new vm.Script(Module.wrap(text), {
          filename,
          columnOffset: -wrapperStart.length,
          cachedData: hash === knownHash ? bytes.subarray(from, to) : undefined,
          importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        });
      } catch {
        // Not CommonJS, or no JavaScript: Node.js knows what to do or to say.
        return compile.call(this, content, filename, ...rest);
      }
      if (hash !== knownHash || script.cachedDataRejected) isComplete = false;
      compiled.push([filename, hash, script]);
      const load = (id) => this.require(id);
      load.resolve = (request, options) => Module._resolveFilename(request, this, false, options);
      load.resolve.paths = (request) => Module._resolveLookupPaths(request, this);
      load.main = process.mainModule;
      load.extensions = Module._extensions;
      load.cache = Module._cache;
      const run = script.runInThisContext({ displayErrors: true });
      return run.call(this.exports, this.exports, load, this, filename, dirname(filename));
    };

    process.on("exit", () => {
      if (isComplete) return;
      const all = new Map();
      for (const [filename, [hash, from, to]] of entries) all.set(filename, [hash, bytes.subarray(from, to)]);
      for (const [filename, hash, script] of compiled) all.set(filename, [hash, script.createCachedData()]);
      let end = 0;
      const head = [...all].map(([filename, [hash, data]]) => {
        end += data.length;
        return [filename, [hash, end - data.length, end]];
      });
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(
          `${file}.${process.pid}`,
          Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...[...all.values()].map(([, data]) => data)]),
        );
        renameSync(`${file}.${process.pid}`, file);
      } catch {
        // Without the file the next process compiles again.
      }
    });
  }
}
