/**
 * A part of Pulumi's SDK that is loaded when it is first used: with these parts, Jest needs three times as long to load the SDK for a test file.
 *
 * @param {() => object} load
 */
module.exports = (load) => {
  let loaded;
  const get = (_, key) => {
    if (key === "__esModule") return true;
    loaded ??= load();
    return key === "default" ? loaded : loaded[key];
  };
  return new Proxy({}, { get });
};
