const { AsyncLocalStorage } = require("node:async_hooks");
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

const { compileFunction } = vm;

/** File → its code. */
const compiled = new Map();

/**
 * Jest gives each test file globals of its own, and compiles every module for it anew. Here the test files that a worker runs share the code of
 * their modules, down to each function that ran before. What a module holds stays that of one test file.
 */
vm.compileFunction = (text, parameters, options) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (parsingContext === undefined) return compileFunction(text, parameters, options);
  const start = `(function (${parameters.join(", ")}) {`;
  const whole = `${start}${text}\n})`;
  let module = compiled.get(filename);
  if (module?.whole !== whole) {
    const made = { whole };
    made.script = new vm.Script(whole, {
      filename,
      columnOffset: -start.length,
      importModuleDynamically: (...args) => made.importModuleDynamically(...args),
    });
    module = made;
    compiled.set(filename, module);
  }
  module.importModuleDynamically = importModuleDynamically;
  return module.script.runInContext(parsingContext);
};

const { run } = AsyncLocalStorage.prototype;

/** The storages that the worker's test file uses: jest-circus has one for each file. */
const storages = new Set();

AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

/** Before Node.js 24, each new promise and timer visits every storage in use. A storage that isn't disabled stays in use after its test file. */
module.exports = class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};
