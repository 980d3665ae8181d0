import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "../cache.mjs";
import { execute, runTool } from "../process.mjs";

/*
 * Prints the location of PostgreSQL from the machine's Debian release, as JSON: {"programs": …, "libraries": […]}. The packages
 * are downloaded with apt's configuration and unpacked, not installed: that needs no root and changes nothing.
 */

await runTool(async () => {
  const key = `postgresql_${await release()}_${process.arch}`;
  return JSON.stringify(await contents(await keep(key, { make: unpack, requireUsable: contents })));
});

/** @returns {Promise<string>} for example `debian-12` */
async function release() {
  const text = await readFile("/etc/os-release", "utf8").catch(() => "");
  const value = (/** @type {string} */ name) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  return `${value("ID")}-${value("VERSION_ID")}`;
}

/**
 * Lists the programs and libraries. Rejects if the server does not run.
 *
 * @param {string} directory
 */
async function contents(directory) {
  const versions = join(directory, "usr/lib/postgresql");
  const [version] = await readdir(versions);
  const programs = join(versions, version ?? "", "bin");
  const under = async (/** @type {string} */ folder) =>
    (await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isDirectory() && entry.name.endsWith("-linux-gnu"))
      .map(({ name }) => join(directory, folder, name));
  const libraries = [...(await under("usr/lib")), ...(await under("lib"))];
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(":") };
  await execute(join(programs, "postgres"), ["--version"], { env, name: "postgres --version" });
  return { programs, libraries };
}

/** @param {string} directory */
async function unpack(directory) {
  const work = join(directory, "..", "apt");
  for (const folder of ["lists/partial", "cache/archives/partial", "packages"])
    await mkdir(join(work, folder), { recursive: true });
  const own = [
    ...["-o", `Dir::State::lists=${join(work, "lists")}`, "-o", `Dir::Cache=${join(work, "cache")}`],
    // These directories need no lock, and apt's download user cannot access them.
    ...["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="],
  ];
  await command("apt-get", [...own, "--quiet", "update"]);
  const server = /Depends: (postgresql-\d+)/.exec(
    await command("apt-cache", [...own, "depends", "postgresql"]),
  );
  if (!server?.[1]) throw new Error("the package postgresql depends on no server");
  const simulated = [...own, "install", "--simulate", "--no-install-recommends", server[1]];
  const missing = [...(await command("apt-get", simulated)).matchAll(/^Inst (\S+)/gm)].map(
    ([, name]) => name,
  );
  const needed = [server[1], ...missing.filter(isLibrary)];
  await command("apt-get", [...own, "--quiet", "download", ...new Set(needed)], join(work, "packages"));
  for (const file of await readdir(join(work, "packages")))
    await command("dpkg", ["-x", join(work, "packages", file), directory]);
}

/**
 * Whether the server may load the package. The machine has the C library, and the compilation of queries is not needed.
 *
 * @param {string} [name] of a package
 * @returns {name is string}
 */
function isLibrary(name = "") {
  return /^lib(?!c6$|c-bin$|llvm)/.test(name);
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {string} [cwd]
 */
function command(name, args, cwd) {
  return execute(name, args, { cwd, env: { ...process.env, LC_ALL: "C" } });
}
