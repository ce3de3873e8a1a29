/**
 * Preloaded into the Node processes that tests start (the program, the plugin host, the command), which otherwise spend two thirds of
 * their time on compiling the same packages. What runs is the same code in the same order, but for this:
 *
 * 1. Compiled code of this repository and its packages is kept in `node_modules/.cache/quick-load`, by the time and size of its file.
 * 2. What the SDK needs for closures and the Automation API only, such as its compiler and npm client, is loaded when it is first used.
 * 3. The SDK records no traces of its own calls, and doesn't look the stack traces it keeps of promises up in source maps.
 * 4. The SDK connects to V8's inspector, which tells it of each loaded file, when a program has a closure to serialize.
 *
 * Files elsewhere, such as a package that a test has installed, are loaded as ever.
 */
const { runInThisContext } = require("node:vm");

// Under a name such as Node.js' own code has, so that a program's stack traces, which the engine keeps in the state, don't show it.
runInThisContext(`(${quickLoad})`, { filename: "node:internal/quick-load" })(require, __dirname);

function quickLoad(require, folderOfThis) {
  // Nothing but a line of code, as in `node -e`.
  if (process.argv[1] === undefined) return;
  const { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } = require("node:fs");
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
  leaveStackTracesOfPromises();
  if (typeof Module.enableCompileCache === "function") Module.enableCompileCache(folder);
  else if (vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER !== undefined) keepCompiled();

  function deferUnused() {
    const { _load: load } = Module;
    const unused =
      /^(?:@npmcli\/arborist|@opentelemetry\/[-a-z]+|execa|fdir|js-yaml|normalize-package-data|semver|source-map-support\/register|tmp|upath|[./]+(?:automation|typescript-shim|(?:[a-z]+\/)*v8Hooks))$/;
    const inspector = /v8Hooks$/;
    // With it the engine asks for traces.
    delete process.env.TRACEPARENT;
    Module._load = function (request, parent, ...rest) {
      const from = unused.test(request) ? (parent?.filename ?? "") : "";
      const isOfSdk = from.startsWith(packages) && from.includes(join("@pulumi", "pulumi"));
      if (!isOfSdk) return load.call(this, request, parent, ...rest);
      const loaded = onDemand(() => load.call(this, request, parent, ...rest));
      return inspector.test(request)
        ? {
            isInitializedAsync: async () => {},
            getSessionAsync: () => loaded.getSessionAsync(),
            getScriptUrl: (id) => loaded.getScriptUrl(id),
          }
        : loaded;
    };
  }

  /** The compiler for programs in TypeScript looks all stack traces up, at a tenth of the time of a program. */
  function leaveStackTracesOfPromises() {
    let prepare;
    Object.defineProperty(Error, "prepareStackTrace", {
      configurable: true,
      get: () => prepare,
      set(value) {
        const isOfPromise = (frames) => /[\\/]runtime[\\/]debuggable\.js$/.test(frames[0]?.getFileName() ?? "");
        prepare =
          value &&
          ((error, frames) =>
            isOfPromise(frames) ? `${error}\n    at ${frames.join("\n    at ")}` : value(error, frames));
      },
    });
  }

  /** What `Module.enableCompileCache` does, for Node.js before 22. One file for each program, as most load the same modules each time. */
  function keepCompiled() {
    // The plugin would keep its own, in a home that is another one for each test.
    process.env.NODE_DISABLE_COMPILE_CACHE = "1";
    // Each test's project has links of its own to the same executables. V8 takes only code that was compiled with the same options.
    const started = [...process.execArgv, realpathSync(process.argv[1])].join(" ");
    const file = join(folder, encodeURIComponent(started).slice(-200));
    const [wrapperStart] = Module.wrapper;
    /** Path → state of the file, and where its code is in the kept one. */
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
      const { mtimeMs, size } = statSync(filename);
      const state = `${mtimeMs} ${size}`;
      const [knownState, from, to] = entries.get(filename) ?? [];
      let script;
      try {
        script = new vm.Script(Module.wrap(text), {
          filename,
          columnOffset: -wrapperStart.length,
          cachedData: state === knownState ? bytes.subarray(from, to) : undefined,
          importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        });
      } catch {
        // Not CommonJS, or no JavaScript: Node.js knows what to do or to say.
        return compile.call(this, content, filename, ...rest);
      }
      if (state !== knownState || script.cachedDataRejected) isComplete = false;
      compiled.push([filename, state, script]);
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
      for (const [filename, [state, from, to]] of entries) all.set(filename, [state, bytes.subarray(from, to)]);
      for (const [filename, state, script] of compiled) all.set(filename, [state, script.createCachedData()]);
      let end = 0;
      const head = [...all].map(([filename, [state, data]]) => {
        end += data.length;
        return [filename, [state, end - data.length, end]];
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
