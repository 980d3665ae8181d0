import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execute, runTool } from "./process.mjs";
import { root } from "./setup.mjs";

// `npm run test:fresh`: clones the committed files and runs `npm run demo` and `npm test` there with an empty home, so that all
// caches are empty. `npm run test:fresh -- npm test -- unit` runs another command.

/** Variables that an outer `npm run` set, or that name a cache or a Pulumi of this machine. */
const FOREIGN =
  /^(INIT_CWD|npm_(lifecycle|package)_.*|npm_(execpath|node_execpath|command)|npm_config_(cache|userconfig|local_prefix|.*workspace.*)|(xdg|pulumi|vendorcloud)_.*|go(path|cache|modcache)|pip_cache_dir)$/i;

/** Files with the access to package registries. */
const SETTINGS = [".npmrc", ".netrc", ".gitconfig", ".config/go", ".config/pip", ".pip"];

const given = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "fresh-"));
// The directory of PostgreSQL is in it, and PostgreSQL does not run as root.
chmodSync(directory, 0o711);
const [clone, home] = [join(directory, "main"), join(directory, "home")];
await runTool(async () => {
  // Git refuses to clone the checkout of another user, and some containers have one.
  const anyOwner = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };
  await execute("git", ["clone", "--quiet", root, clone], { env: { ...process.env, ...anyOwner } });
  const links = SETTINGS.map((name) => [join(homedir(), name), join(home, name)]);
  for (const [from = "", to = ""] of [...links, [join(root, "../shared"), join(directory, "shared")]]) {
    mkdirSync(dirname(to), { recursive: true });
    if (existsSync(from)) symlinkSync(from, to);
  }
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(root));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
    ...{ HOME: home, USERPROFILE: home, LOCALAPPDATA: join(home, "AppData", "Local") },
    // Without this flag, only the administrator could remove Go's downloads.
    ...{ PATH: path.join(delimiter), GOFLAGS: "-modcacherw" },
  };
  const options = {
    cwd: clone,
    env,
    shell: process.platform === "win32",
    isShown: true,
    limitMs: 10_800_000,
  };
  for (const [command = "", ...args] of given.length > 0
    ? [given]
    : [
        ["npm", "run", "demo"],
        ["npm", "test"],
      ])
    await execute(command, args, { ...options, name: [command, ...args].join(" ") });
});
rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
