import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type CommandResult, run } from "./command.js";
import { freePort } from "./freePort.js";
import { ROOT } from "./sandbox.js";

/** "nobody" of Debian: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

const PASSWORD = "canary-database-password";

/** A PostgreSQL server of the tests: its own data directory, on a free port of the loopback address. */
export class PostgreSql {
  private constructor(
    private readonly server: ChildProcess,
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** What Pulumi needs to keep its states there. */
  get environment(): Record<string, string> {
    return { PULUMI_BACKEND_URL: this.url("pulumi"), PGPASSWORD: this.password };
  }

  readonly password = PASSWORD;

  /** @param user with its password or without */
  url(user: string): string {
    return `postgres://${user}@127.0.0.1:${this.port}/postgres?sslmode=disable`;
  }

  /** @throws Error that says why this machine has none */
  static async start(): Promise<PostgreSql> {
    const { programs, libraries } = await find();
    const directory = mkdtempSync(join(tmpdir(), "vendorcloud-postgresql-"));
    try {
      const local = IS_ROOT ? readableCopy(programs, libraries, directory) : { programs, libraries };
      const data = join(directory, "data");
      const password = join(directory, "password");
      mkdirSync(data, { mode: 0o700 });
      writeFileSync(password, PASSWORD);
      if (IS_ROOT) for (const path of [data, password]) chownSync(path, NOBODY, NOBODY);

      const program = (name: string): string[] => [...asNobody(), join(local.programs, name)];
      const env = { PATH: process.env.PATH ?? "", LC_ALL: "C", LD_LIBRARY_PATH: local.libraries.join(":") };
      const how = ["--username=pulumi", "--auth=scram-sha-256", `--pwfile=${password}`, "--encoding=UTF8"];
      const [command = "", ...args] = [...program("initdb"), `--pgdata=${data}`, ...how];
      const made = await run(command, args, directory, env);
      if (made.failed) throw new Error(`initdb: ${made.text}`);

      const port = await freePort();
      const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
      const server = await ready(
        [...program("postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])],
        directory,
        env,
      );
      return new PostgreSql(server, directory, port);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    const exited = once(this.server, "exit");
    // Ends every session, and then itself.
    if (this.server.kill("SIGINT")) await exited;
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function find(): Promise<{ programs: string; libraries: string[] }> {
  const env = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const tool = join(ROOT, "tools/postgresql/main.mjs");
  const { failed, text }: CommandResult = await run(process.execPath, [tool], ROOT, Object.fromEntries(env));
  if (failed) throw new Error(text.trim());
  return JSON.parse(text);
}

function asNobody(): string[] {
  return IS_ROOT ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
}

/** What is below root's home, nobody else can read. */
function readableCopy(programs: string, libraries: string[], directory: string) {
  const unpacked = dirname(dirname(dirname(dirname(dirname(programs)))));
  cpSync(unpacked, join(directory, "unpacked"), { recursive: true, verbatimSymlinks: true });
  chmodSync(directory, 0o755);
  const moved = (path: string): string => join(directory, "unpacked", relative(unpacked, path));
  return { programs: moved(programs), libraries: libraries.map(moved) };
}

/** Starts the server and waits for the line that says it takes connections. */
function ready(
  [command = "", ...args]: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const server = spawn(command, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    let text = "";
    server.stderr.on("data", (part) => {
      text += part;
      if (text.includes("ready to accept connections")) resolve(server);
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`postgres: ${text}`)));
  });
}
