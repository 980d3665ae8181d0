import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { marked } from "marked";
import type { Browser } from "playwright-core";
import { explain } from "../../cli/explain/explain.js";
import { run } from "../../test/support/command.js";
import { ROOT, Sandbox } from "../../test/support/sandbox.js";

/**
 * The program of the README. Its next version has another image, a blocked customer and a stop. It omits the website: language
 * hosts built from older modules lack resource hooks, and would show it as changed.
 */
const program = (image: string, blocked: string, rest = ""): string => `
const pulumi = require("@pulumi/pulumi");
const vendorcloud = require("pulumi-vendorcloud");

new vendorcloud.ContainerGroup("shop", {
  resourceGroupName: "production",
  location: "westus",
  osType: "Linux",
  containers: [
    {
      name: "web",
      image: "registry.example/shop:${image}",
      ports: [{ port: 80 }],
      resources: { requests: { cpu: 1, memoryInGB: 1.5 } },
      environmentVariables: [
        { name: "MODE", value: "production" },
        { name: "DATABASE_PASSWORD", secureValue: pulumi.secret("not shown") },
      ],
    },
  ],
  ipAddress: { type: "Public", dnsNameLabel: "my-shop", ports: [{ port: 80, protocol: "TCP" }] },
});

new vendorcloud.Customer("harbour-bakery", {
  customerId: "a186de1a-26c5-0e2b-34fb-f0bb5bbf5e69",
  blocked: "${blocked}",
  onDestroy: "restore",
});
${rest}`;

const before = program("1.4.2", " ");
const after = program(
  "1.5.0",
  "Ship",
  `
new vendorcloud.DatabaseInstanceStop("night", {
  resourceGroupName: "erp",
  erpVirtualInstanceName: "X00",
  databaseInstanceName: "db",
});
`,
);

/** Draws a preview in the terminal and as a comment of a pull request, from the output of the real CLI and `explain`. */
export async function drawPreviews(browser: Browser): Promise<void> {
  const sandbox = await Sandbox.open({ seed: "demo" });
  const pulumi = async (...args: string[]): Promise<string> => {
    const environment = sandbox.environment({ NO_COLOR: undefined });
    const result = await run("pulumi", [...args, "--non-interactive"], sandbox.project, environment);
    if (result.failed) throw new Error(result.text);
    return result.stdout;
  };
  try {
    sandbox.write(before);
    await pulumi("stack", "init", "production");
    await pulumi("up", "--yes", "--skip-preview");
    sandbox.write(after);
    const text = await pulumi("preview", "--diff", "--color", "always");
    await save("preview.svg", browser, terminal("$ pulumi preview --diff", text), TERMINAL_STYLE);
    const { markdown } = explain(await pulumi("preview", "--json"));
    await save("comment.svg", browser, String(marked(markdown)), COMMENT_STYLE);
  } finally {
    await sandbox.close();
  }
}

const WIDTH = 820;
/** Space for one more line with fonts of other browsers. */
const SPARE = 20;

const COMMENT_STYLE = `
  main { box-sizing: border-box; padding: 4px 24px; background: #fff; border: 1px solid #d1d9e0; border-radius: 8px;
    font: 14px/1.5 "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; color: #1f2328 }
  h2 { font-size: 20px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0 } h3 { font-size: 16px }
  code { font: 85% Menlo, Consolas, monospace; background: #eff1f3; padding: 2px 5px; border-radius: 6px }
  ul { padding-left: 24px }`;

const TERMINAL_STYLE = `
  main { box-sizing: border-box; padding: 16px; overflow: hidden; background: #0d1117; border-radius: 8px;
    font: 13px/18px Menlo, Consolas, "DejaVu Sans Mono", monospace; color: #e6edf3; white-space: pre }`;

/** Styles by their numbers in escape sequences of the CLI. */
const STYLES: Record<string, string> = {
  "1": "font-weight:bold;",
  "38;5;1": "color:#ff7b72;",
  "38;5;2": "color:#7ee787;",
  "38;5;3": "color:#e3b341;",
  "38;5;13": "color:#d2a8ff;",
};

/** Formats a command and its output as HTML. The CLI prints lines with `@` while it waits. */
function terminal(command: string, output: string): string {
  const lines = output.split("\n").filter((line) => /^\s*[^\s@]/.test(stripVTControlCharacters(line)));
  const text = lines.join("\n").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  let style = "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a terminal begin with one.
  const styled = text.replace(/\x1b\[([\d;]*)m/g, (_sequence, code: string) => {
    style = code === "" || code === "0" ? "" : style + (STYLES[code] ?? "");
    return `</span><span style="${style}">`;
  });
  return `<b>${command}</b>\n<span>${styled}</span>`.replace(/<span[^>]*><\/span>/g, "");
}

/** HTML in an SVG has a tenth of the size of pixels. */
async function save(name: string, browser: Browser, content: string, style: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } });
  await page.setContent(`<style>body { margin: 0 }${style}</style><main>${content}</main>`);
  const { html, height } = await page.locator("main").evaluate((main) => {
    const { XMLSerializer } = globalThis as unknown as Serializers;
    const html = new XMLSerializer().serializeToString(main);
    return { html, height: Math.ceil(main.getBoundingClientRect().height) };
  });
  await page.close();
  const size = `width="${WIDTH}" height="${height + SPARE}"`;
  const path = join(ROOT, "docs/images", name);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<style>${style}\n  main { height: 100% }</style>`,
    `<foreignObject ${size}>${html}</foreignObject>`,
    "</svg>\n",
  ];
  writeFileSync(path, lines.join("\n"));
  console.log(path);
}

interface Serializers {
  XMLSerializer: new () => { serializeToString(node: unknown): string };
}
