import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { roleOf } from "../../load/processes.js";
import { processTree } from "../../support/processTree.js";
import { ServerProcess } from "../../support/serverProcess.js";

/** The processes that can be disturbed while a command runs. */
export interface Scene {
  /** The process of the CLI. */
  engine: number;
  relay: Relay;
  disk: SmallDisk;
}

/** The disturbance while each request of the operation is in flight. */
export interface EngineTrouble {
  title: string;
  /** Needs a disk that can be full. */
  fillsDisk?: boolean;
  /** Facts that the provider knows are not in the state. */
  losesState?: boolean;
  /** The state stays locked. */
  leavesLock?: boolean;
  /** The provider ends by itself. */
  endsProvider?: boolean;
  strike(scene: Scene): void;
  /** Puts right what does not come right by itself. */
  repair(scene: Scene): Promise<void> | void;
}

const nothing = (): void => undefined;

export const ENGINE_TROUBLES: readonly EngineTrouble[] = [
  {
    ...{
      title: "`kill -9` of the engine",
      leavesLock: true,
      endsProvider: true,
      losesState: true,
      repair: nothing,
    },
    strike: ({ engine }) => void process.kill(engine, "SIGKILL"),
  },
  {
    ...{ title: "`kill -9` of the dynamic host or the native plugin", losesState: true, repair: nothing },
    strike: ({ engine }) => {
      const providers = processTree(engine).filter(({ command }) => roleOf(command) === "provider");
      if (providers.length === 0) throw new Error("no process of the provider is found");
      for (const { pid } of providers) process.kill(pid, "SIGKILL");
    },
  },
  {
    title: "`kill -9` of the service",
    strike: ({ relay }) => relay.kill(),
    repair: ({ relay }) => relay.start(),
  },
  {
    ...{ title: "the disk of the state is full", fillsDisk: true, losesState: true },
    strike: ({ disk }) => disk.fill(),
    repair: ({ disk }) => disk.free(),
  },
];

/** The process that takes the connections to the service: killed, it takes them all with it. */
export class Relay {
  private process: ServerProcess | undefined;

  constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  async start(): Promise<void> {
    const command = [process.execPath, join(__dirname, "relay.mjs"), String(this.port), String(this.target)];
    this.process = await ServerProcess.start(command, /listening/, { cwd: __dirname });
  }

  kill(): void {
    this.process?.kill();
  }

  async close(): Promise<void> {
    await this.process?.close();
  }
}

const SIZE = "16m";
const BLOCK = Buffer.alloc(64 * 1024);

/** A file system in memory, small enough to be full. */
export class SmallDisk {
  private isMounted = false;

  constructor(private readonly directory: string) {}

  /** False where this process may mount nothing. */
  mount(): boolean {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "none", this.directory], {
        stdio: "ignore",
      });
      this.isMounted = true;
    } catch {
      return false;
    }
    return true;
  }

  fill(): void {
    const file = openSync(this.filler, "w");
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  close(): void {
    if (this.isMounted) execFileSync("umount", [this.directory]);
  }

  private get filler(): string {
    return join(this.directory, "filler");
  }
}
