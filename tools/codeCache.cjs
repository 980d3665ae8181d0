const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join, sep } = require("node:path");
const { cachedDataVersionTag } = require("node:v8");
const { Script } = require("node:vm");

/*
 * Keeps the compiled code of dependencies in the directory VENDORCLOUD_CODE_CACHE. Tests start thousands of processes that
 * load Pulumi's SDK, and compiling it takes most of their time. Node 22 can do it by itself.
 */

/** A script of `node:vm` cannot load ES modules. The compiler, half of all code, has the words in texts only. */
const mayImport = (/** @type {string} */ content, /** @type {string} */ filename) =>
  !filename.endsWith(`${sep}typescript.js`) && /\bimport\s*\(/.test(content);

const directory = process.env.VENDORCLOUD_CODE_CACHE;
const { enableCompileCache } = /** @type {any} */ (Module);
if (directory && enableCompileCache) enableCompileCache(directory);
else if (directory) keepCode(directory);

/** @param {string} directory */
function keepCode(directory) {
  mkdirSync(directory, { recursive: true });
  const { prototype } = /** @type {any} */ (Module);
  const compile = prototype._compile;
  // Code of this repository is short, and needs its source maps, which only Node's own function reads.
  /**
   * @this {NodeModule}
   * @param {string} content
   * @param {string} filename
   * @param {unknown[]} format
   */
  prototype._compile = function (content, filename, ...format) {
    const isDependency = filename.includes(`${sep}node_modules${sep}`);
    if (!isDependency || content.startsWith("#!") || format[0] === "module" || mayImport(content, filename))
      return compile.call(this, content, filename, ...format);
    // V8 itself compares no more than the length of the text. It rejects code compiled under other flags, which the SDK sets.
    const hash = createHash("sha1").update(content).digest("hex");
    const file = join(directory, `${hash}-${cachedDataVersionTag()}`);
    const cachedData = read(file);
    const script = new Script(Module.wrap(content), { filename, cachedData });
    const load = Object.assign(
      (/** @type {string} */ id) => this.require(id),
      Module.createRequire(filename),
    );
    const result = script
      .runInThisContext()
      .call(this.exports, this.exports, load, this, filename, dirname(filename));
    // Afterwards, so that it includes the functions that loading calls.
    if (!cachedData || script.cachedDataRejected) write(file, script.createCachedData());
    return result;
  };
}

/**
 * @param {string} file
 * @returns {Buffer | undefined}
 */
function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Other processes may read or write the same file. Code that cannot be kept is compiled again.
 *
 * @param {string} file
 * @param {Buffer} code
 */
function write(file, code) {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  } catch {}
}
