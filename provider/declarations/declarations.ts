import { createHash } from "node:crypto";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { version } from "../types/version.js";
import { DeclaredObjects } from "./declaredObjects.js";

const operations = ["declare", "expectReplacement", "keeping", "listFieldsOfOthers"] as const;
type Operation = (typeof operations)[number];

/** Asks the process that serves the declarations of the run. */
type Ask = (operation: Operation, args: unknown[]) => Promise<unknown>;

/** A process that does not answer for so long is held in a debugger. */
const TIMEOUT_MS = 5000;

/** In bytes: macOS and BSD have less room for the path of a socket than Linux. */
const LONGEST_PATH = 103;

/** Used where the path of the temporary directory is too long, or another user has taken the name in it. */
const FALLBACK_DIRECTORY = "/tmp";

/** A socket that is so old belongs to no run: the process that made it was killed. */
const OLDEST_MS = 24 * 60 * 60_000;

/**
 * What the program of a run declares of one kind of resource. The engine starts a process for each explicit provider, and
 * tells none what the others are asked for: the first process of a run serves its {@link DeclaredObjects} to the others, on
 * a socket that only this user can open.
 */
export class Declarations {
  /** Whether the processes cannot reach each other: then each knows its own declarations only. */
  isCutOff = false;
  readonly #own = new DeclaredObjects();
  #other: Promise<Ask | undefined> | undefined;

  /**
   * @param engine the address of the engine that started this process, which is the same for all processes of a run
   * @param kind of the resources that are declared
   */
  constructor(
    private readonly engine: () => string | undefined,
    private readonly kind: string,
    private readonly timeoutMs = TIMEOUT_MS,
    private readonly fallback = FALLBACK_DIRECTORY,
  ) {}

  /** Calls a method of the run's {@link DeclaredObjects}. */
  async ask<Name extends Operation>(
    operation: Name,
    ...args: Parameters<DeclaredObjects[Name]>
  ): Promise<ReturnType<DeclaredObjects[Name]>> {
    // Here as well, for the case that the other process ends first.
    const own = call(this.#own, operation, args);
    this.#other ??= this.#join();
    const askOther = await this.#other;
    if (askOther === undefined) return own;
    try {
      return (await askOther(operation, args)) as ReturnType<DeclaredObjects[Name]>;
    } catch {
      this.isCutOff = true;
      this.#other = Promise.resolve(undefined);
      return own;
    }
  }

  /** Serves the other processes of the run, or finds the one that does. */
  async #join(): Promise<Ask | undefined> {
    const engine = this.engine();
    if (engine === undefined) return undefined;
    const path = makeSocketPath(`${engine} ${this.kind}`, this.fallback);
    if (path !== undefined) {
      if (await serve(path, this.#own)) return undefined;
      const ask = createClient(path, this.timeoutMs);
      if (await isFulfilled(ask("keeping", [{}]))) return ask;
      // The process that made it was killed, and an engine has the same port again.
      await rm(path, { force: true }).catch(() => undefined);
      if (await serve(path, this.#own)) return undefined;
    }
    this.isCutOff = true;
    return undefined;
  }
}

function call<Name extends Operation>(
  objects: DeclaredObjects,
  operation: Name,
  args: Parameters<DeclaredObjects[Name]>,
): ReturnType<DeclaredObjects[Name]> {
  const method = objects[operation] as (...args: unknown[]) => ReturnType<DeclaredObjects[Name]>;
  return method.apply(objects, args);
}

/** A path for a socket that only this user can reach; none where there is no place for it. */
function makeSocketPath(purpose: string, fallback: string): string | undefined {
  const name = createHash("sha256").update(`${version} ${purpose}`).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\vendorcloud-${name}`;
  return (
    [tmpdir(), fallback]
      .map((parent) => join(parent, `vendorcloud-${process.getuid?.()}`, name))
      // Some versions of Node cut off what is longer.
      .find((path) => Buffer.byteLength(path) <= LONGEST_PATH && prepareDirectory(dirname(path)))
  );
}

/** @returns whether only this user can use the directory */
function prepareDirectory(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(directory);
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return false;
    for (const file of readdirSync(directory).map((entry) => join(directory, entry))) {
      const made = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (made < Date.now() - OLDEST_MS) rmSync(file, { force: true });
    }
    return true;
  } catch {
    return false;
  }
}

/** @returns whether this process serves now; if not, another one does, or did, or none can */
function serve(path: string, objects: DeclaredObjects): Promise<boolean> {
  const server = createServer(async (incoming, response) => {
    const operation = operations.find((name) => incoming.url === `/${name}`);
    try {
      const args = await json(incoming);
      const result = operation && call(objects, operation, args as never);
      response.end(JSON.stringify({ result }));
    } catch {
      response.destroy();
    }
  });
  // The engine ends this process, and what is served here keeps it from nothing.
  server.on("connection", (socket) => socket.unref());
  server.on("error", () => undefined);
  server.unref();
  server.listen(path);
  return isFulfilled(once(server, "listening"));
}

function createClient(socketPath: string, timeout: number): Ask {
  return async (operation, args) => {
    const sending = request({ socketPath, method: "POST", path: `/${operation}`, timeout });
    sending.on("timeout", () => sending.destroy(new Error("no answer")));
    // Also after the response has begun, when nobody waits for it: an error without a listener ends the process.
    sending.on("error", () => undefined);
    sending.end(JSON.stringify(args));
    const [response] = await once(sending, "response");
    const { result } = (await json(response)) as { result: unknown };
    return result;
  };
}

function isFulfilled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
