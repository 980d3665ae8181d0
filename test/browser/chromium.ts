import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { ROOT } from "../support/sandbox.js";

/** Nothing that asks the network for more than the pages of the test. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

interface Executable {
  path: string;
  environment: NodeJS.ProcessEnv;
}

/** A headless Chromium with an empty profile. */
export interface TestBrowser {
  browser: Browser;
  /** Ends it, and removes all that it needed. */
  close(): Promise<void>;
}

/**
 * Starts the Chromium that came as an npm package, or one that is on PATH where there is no package for this machine.
 *
 * @throws Error that says what is missing when there is neither
 */
export async function startChromium(): Promise<TestBrowser> {
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-chromium-"));
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true });
  try {
    const { path, environment } = await executable(directory);
    const env = { ...process.env, ...environment } as Record<string, string>;
    const browser = await chromium.launch({ executablePath: path, args: FLAGS, env });
    return {
      browser,
      close: async () => {
        await browser.close();
        removeDirectory();
      },
    };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}

async function executable(directory: string): Promise<Executable> {
  if (process.platform === "linux" && process.arch === "x64") return unpacked(directory);
  const path = onPath();
  if (path !== undefined) return { path, environment: {} };
  const machine = `${process.platform} on ${process.arch}`;
  throw new Error(
    `There is no npm package of Chromium for ${machine}, and none of ${NAMES.join(", ")} is on PATH.`,
  );
}

async function unpacked(directory: string): Promise<Executable> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "tools/unpack-chromium.mjs")], {
    env: { ...process.env, TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" },
  });
  // The package's own list of directories holds for unpacking to /tmp only, and without a font no text has a size.
  const fonts = join(directory, "fonts.conf");
  writeFileSync(
    fonts,
    `<fontconfig><dir>${directory}/fonts</dir><cachedir>${directory}/cache</cachedir></fontconfig>`,
  );
  return {
    path: stdout.trim(),
    environment: { LD_LIBRARY_PATH: join(directory, "al2023/lib"), FONTCONFIG_FILE: fonts },
  };
}

function onPath(): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
