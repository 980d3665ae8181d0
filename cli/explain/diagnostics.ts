import { withoutTerminalSequences } from "../../provider/http/text.js";
import { shownName } from "./fieldLine.js";
import { block, fitting, joined, type Markdown, md, shortened } from "./markdown.js";
import type { Diagnostic } from "./preview.js";
import { readUrn, STACK_TYPE } from "./urn.js";

const LONGEST_MESSAGE = 1_000;
const MOST_BYTES = 10_000;

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Errors in the order in which they happened. */
export function errorList(diagnostics: Diagnostic[]): Markdown | undefined {
  return messageList(diagnostics.filter(isError), md`errors`);
}

export function warningList(diagnostics: Diagnostic[]): Markdown | undefined {
  return messageList(sorted(diagnostics.filter(({ severity }) => severity === "warning")), md`warnings`);
}

/** What resources say; what the program itself prints is for whoever reads its log. */
export function noteList(diagnostics: Diagnostic[]): Markdown | undefined {
  const notes = diagnostics.filter(({ severity, urn }) => severity === "info" && isOfResource(urn));
  return messageList(sorted(notes), md`notes`);
}

function isOfResource(urn: string | undefined): boolean {
  return urn !== undefined && readUrn(urn).type !== STACK_TYPE;
}

/** The engine lists them as they come in, which differs from run to run. */
function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  const key = ({ urn = "", message }: Diagnostic): string => `${urn} ${message}`;
  return diagnostics.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function messageList(diagnostics: Diagnostic[], what: Markdown): Markdown | undefined {
  if (diagnostics.length === 0) return undefined;
  const { kept, leftOut } = fitting(diagnostics.map(shownMessage), MOST_BYTES);
  const all = leftOut === 0 ? kept : [...kept, md`- ${what} left out here: ${leftOut}`];
  // A list without empty lines is a tight one; blocks need them.
  return joined(all, all.some(({ text }) => text.includes("\n")) ? "\n\n" : "\n");
}

/** The engine writes `<{%fg 1%}>` where a colour begins. */
function withoutColours(message: string): string {
  let plain = "";
  let done = 0;
  for (;;) {
    const start = message.indexOf("<{%", done);
    const end = start < 0 ? -1 : message.indexOf("%}>", start);
    if (end < 0) return plain + message.slice(done);
    plain += message.slice(done, start);
    done = end + 3;
  }
}

function shownMessage({ urn, severity, message }: Diagnostic): Markdown {
  const plain = withoutTerminalSequences(withoutColours(message)).trim();
  const said = plain.startsWith(`${severity}: `) ? plain.slice(severity.length + 2) : plain;
  const { text, note } = shortened(said, LONGEST_MESSAGE);
  const { type, name } = readUrn(urn ?? "");
  // Most messages name their resource.
  const needsName = urn !== undefined && type !== STACK_TYPE && !said.includes(`'${name}'`);
  const who = needsName ? md`${shownName(name)}: ` : md``;
  return text.includes("\n") ? md`- ${who}it says${note}:\n\n${block(text)}` : md`- ${who}${text}${note}`;
}
