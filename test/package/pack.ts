import { join } from "node:path";
import { run } from "../support/command.js";
import { ROOT } from "../support/sandbox.js";
import { npmManager } from "./managers.js";

/** The emulator's package. */
export const EMULATOR = join(ROOT, "emulator");

/** The archive that would be published. */
export interface Archive {
  path: string;
  filename: string;
  /** Bytes of the archive. */
  size: number;
  /** Bytes of its files. */
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs what is built, or another project. */
export async function pack(directory: string, project = ROOT): Promise<Archive> {
  const args = ["pack", "--json", "--loglevel=error", "--pack-destination", directory];
  const { text, stdout, failed } = await run("npm", args, project, npmManager().environment);
  if (failed) throw new Error(text);
  const [archive] = JSON.parse(stdout);
  return { ...archive, path: join(directory, archive.filename) };
}
