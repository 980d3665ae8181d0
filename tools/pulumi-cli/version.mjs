/** The oldest CLI that all tests are known to pass with. */
export const MINIMUM_VERSION = "3.230.0";

const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+\S+)?$/m;
const GO_VERSION = /\bgo(\d+)\.(\d+)(?:\.(\d+))?((?:rc|beta)\d+)?/;

/**
 * The version that stands on a line of its own in `text`, as `3.230.0` or `3.231.0-alpha.1`.
 *
 * @param {string} text what `pulumi version` printed
 * @returns {string | undefined}
 */
export function parseVersion(text) {
  const match = SEMVER.exec(text.replaceAll("\r", ""));
  if (!match) return undefined;
  const [, major, minor, patch, prerelease] = match;
  return `${major}.${minor}.${patch}${prerelease ? `-${prerelease}` : ""}`;
}

/**
 * Go's own spelling (`go1.26`, `go1.26rc1`) as a version that {@link compareVersions} takes.
 *
 * @param {string} text what `go env GOVERSION` printed
 * @returns {string | undefined}
 */
export function parseGoVersion(text) {
  const match = GO_VERSION.exec(text);
  if (!match) return undefined;
  const [, major, minor, patch = "0", prerelease] = match;
  return `${major}.${minor}.${patch}${prerelease ? `-${prerelease}` : ""}`;
}

/**
 * Negative when `left` is older than `right`, positive when newer, 0 when they are the same.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function compareVersions(left, right) {
  const a = split(left);
  const b = split(right);
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.prerelease === b.prerelease) return 0;
  // A pre-release comes before the release that it leads to.
  if (a.prerelease === "") return 1;
  if (b.prerelease === "") return -1;
  return a.prerelease.localeCompare(b.prerelease, "en", { numeric: true });
}

/** @param {string} version */
function split(version) {
  const match = SEMVER.exec(version);
  if (!match) throw new TypeError(`"${version}" is not a version such as 3.230.0`);
  const [, major, minor, patch, prerelease = ""] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease };
}
