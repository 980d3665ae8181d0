import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Context } from "mocha";
import { run } from "./command.js";
import { freePort } from "./freePort.js";
import { RunningCommand } from "./runningCommand.js";
import type { StateStore } from "./stateStore.js";
import { resultOf, resultOrSkip } from "./tool.js";

/** "nobody" of Debian: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

/** A machine without Debian's packages, or where root may not run programs as another user. */
const NOT_HERE = /no "(apt-get|apt-cache|dpkg)" found|setpriv/;

const PASSWORD = "canary-database-password";

/** A PostgreSQL server for tests, with its own data directory, on a free port of the loopback address. */
export class PostgreSql implements StateStore {
  private constructor(
    private readonly server: RunningCommand,
    private readonly directory: string,
    private readonly port: number,
  ) {}

  get environment(): Record<string, string> {
    const url = `postgres://pulumi@127.0.0.1:${this.port}/postgres?sslmode=disable`;
    return { PULUMI_BACKEND_URL: url, PGPASSWORD: this.password };
  }

  readonly password = PASSWORD;

  /** For a hook of a suite. Skips the suite if this machine has no PostgreSQL. */
  static startOrSkip(suite: Context): Promise<PostgreSql> {
    return resultOrSkip(suite, "PostgreSQL", () => PostgreSql.start(), NOT_HERE);
  }

  /** @throws Error that says why PostgreSQL is not available */
  static async start(): Promise<PostgreSql> {
    const { programs, libraries } = JSON.parse(await resultOf("postgresql/main.mjs"));
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
      const options = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
      const server = new RunningCommand([...program("postgres"), ...options], { cwd: directory, env });
      await server.prints(/ready to accept connections/);
      return new PostgreSql(server, directory, port);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.server.end("SIGINT");
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function asNobody(): string[] {
  return IS_ROOT ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
}

/** Other users cannot read files below root's home. */
function readableCopy(programs: string, libraries: string[], directory: string) {
  const unpacked = dirname(dirname(dirname(dirname(dirname(programs)))));
  cpSync(unpacked, join(directory, "unpacked"), { recursive: true, verbatimSymlinks: true });
  chmodSync(directory, 0o755);
  const moved = (path: string): string => join(directory, "unpacked", relative(unpacked, path));
  return { programs: moved(programs), libraries: libraries.map(moved) };
}
