import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execute, run, runTool } from "./process.mjs";
import { root } from "./setup.mjs";

// `npm run test:fresh`: what somebody sees who clones this repository and has never used it. The committed files, in
// a directory of their own, with an own home and so with empty caches. There it runs `npm run demo` and `npm test`, or the
// command that is given: `npm run test:fresh -- npm test -- unit`.

const LIMIT_MS = 180 * 60_000;

/** What an `npm run` around this has set, and what names a cache or a Pulumi of this machine. */
const FOREIGN =
  /^(INIT_CWD|npm_(lifecycle|package)_.*|npm_(execpath|node_execpath|command)|npm_config_(cache|userconfig|local_prefix|.*workspace.*)|(xdg|pulumi|vendorcloud)_.*|go(path|cache|modcache)|pip_cache_dir)$/i;

/** How this machine reaches its registries. */
const SETTINGS = [".npmrc", ".netrc", ".gitconfig", ".config/go", ".config/pip", ".pip"];

const given = process.argv.slice(2);
const commands = given.length > 0 ? [given] : ["npm run demo", "npm test"].map((text) => text.split(" "));

const directory = mkdtempSync(join(tmpdir(), "fresh-"));
// PostgreSQL, which is not run as root, has its directory in it.
chmodSync(directory, 0o711);
const [clone, home] = [join(directory, "main"), join(directory, "home")];
await runTool(async () => {
  // Git refuses to clone the checkout of another user, which it is in some containers.
  const anyOwner = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };
  await execute("git", ["clone", "--quiet", root, clone], { env: { ...process.env, ...anyOwner } });
  const shared = join(root, "..", "shared");
  if (existsSync(shared)) symlinkSync(shared, join(directory, "shared"), "dir");
  for (const name of SETTINGS.filter((each) => existsSync(join(homedir(), each)))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    symlinkSync(join(homedir(), name), join(home, name));
  }
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))),
    ...{ HOME: home, USERPROFILE: home, LOCALAPPDATA: join(home, "AppData", "Local") },
    PATH: (process.env.PATH ?? "")
      .split(delimiter)
      .filter((folder) => !folder.startsWith(root))
      .join(delimiter),
    // Otherwise only the administrator could remove what Go has downloaded.
    GOFLAGS: "-modcacherw",
  };
  for (const [command = "", ...args] of commands) {
    const shown = [command, ...args].join(" ");
    console.log(`\n==== ${shown}`);
    const shell = process.platform === "win32";
    const { failure } = await run(command, args, {
      cwd: clone,
      env,
      shell,
      isShown: true,
      limitMs: LIMIT_MS,
    });
    if (!failure) continue;
    console.error(`${shown}: ${failure}`);
    process.exitCode = 1;
  }
});
rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
