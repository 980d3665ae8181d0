import { countUnsentSecrets, isUnchanged } from "../../provider/core/warnings.js";
import { withoutTerminalSequences } from "../../provider/text/toText.js";
import { formatNames } from "./descriptions/resourceDescription.js";
import { getTitle } from "./descriptions/table.js";
import { formatName } from "./fieldLine.js";
import { formatBlock, join, type Markdown, md, shorten, takeFitting } from "./markdown.js";
import type { Diagnostic } from "./preview.js";
import { readUrn, STACK_TYPE } from "./urn.js";

const LONGEST_MESSAGE = 1_000;
const MOST_BYTES = 10_000;

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Secrets of this package's resources that have changed and are not sent. */
export function countSecretsNotSent(diagnostics: Diagnostic[]): number {
  return diagnostics
    .filter(({ severity, urn = "" }) => severity === "warning" && getTitle(readUrn(urn).type) !== undefined)
    .reduce((sum, one) => sum + countUnsentSecrets(withoutName(one).message), 0);
}

/** URNs of the resources of which the provider says that an update changes no value. */
export function listUnchanged(diagnostics: Diagnostic[]): Set<string | undefined> {
  const unchanged = diagnostics.filter((one) => isUnchanged(withoutName(one).message));
  return new Set(unchanged.map(({ urn }) => urn));
}

/** Errors in the order in which they happened. */
export function formatErrors(diagnostics: Diagnostic[]): Markdown | undefined {
  return messageList(diagnostics.filter(isError).map(shownMessage), md`errors`);
}

export function formatWarnings(diagnostics: Diagnostic[]): Markdown | undefined {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  return messageList(shownOnce(sorted(warnings)), md`warnings`);
}

/** Messages of resources; those of the program itself are in its log. */
export function formatNotes(diagnostics: Diagnostic[]): Markdown | undefined {
  const notes = diagnostics.filter(({ severity, urn }) => severity === "info" && isOfResource(urn));
  return messageList(shownOnce(sorted(notes)), md`notes`);
}

function isOfResource(urn: string | undefined): boolean {
  return urn !== undefined && readUrn(urn).type !== STACK_TYPE;
}

/** The engine lists them as they come in, which differs from run to run. */
function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  const key = ({ urn = "", message }: Diagnostic): string => `${urn} ${message}`;
  return diagnostics.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function messageList(messages: Markdown[], what: Markdown): Markdown | undefined {
  if (messages.length === 0) return undefined;
  const { kept, leftOut } = takeFitting(messages, MOST_BYTES);
  const all = leftOut === 0 ? kept : [...kept, md`- ${what} omitted here: ${leftOut}`];
  // A list without empty lines is a tight one; blocks need them.
  return join(all, all.some(({ text }) => text.includes("\n")) ? "\n\n" : "\n");
}

/** A message that more resources of one kind have is shown once, with their names. */
const MOST_REPEATED = 2;

function shownOnce(diagnostics: Diagnostic[]): Markdown[] {
  const bySaying = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const key = sayingOf(one) ?? JSON.stringify([one.urn, one.message]);
    const others = bySaying.get(key);
    if (others === undefined) bySaying.set(key, [one]);
    else others.push(one);
  }
  return [...bySaying.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length <= MOST_REPEATED) return all.map(shownMessage);
    const resources = [...new Set(all.map(({ urn = "" }) => readUrn(urn).name))];
    return [md`${shownMessage({ ...first, ...withoutName(first) })} (for ${formatNames(resources)})`];
  });
}

/** The message without the name of its resource, to compare it with those of others of its kind. */
function sayingOf(diagnostic: Diagnostic): string | undefined {
  if (diagnostic.urn === undefined) return undefined;
  const { type } = readUrn(diagnostic.urn);
  const { message } = withoutName(diagnostic);
  return message.includes("\n") ? undefined : JSON.stringify([type, message]);
}

/** A message without the resource, which it begins with in most cases. */
function withoutName({ urn = "", severity, message }: Diagnostic): Pick<Diagnostic, "urn" | "message"> {
  const said = plainMessage(severity, message);
  const { type, name } = readUrn(urn);
  const start = `${getTitle(type) ?? type} '${name}': `;
  return { urn: undefined, message: said.startsWith(start) ? said.slice(start.length) : said };
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

function plainMessage(severity: string, message: string): string {
  const plain = withoutTerminalSequences(withoutColours(message)).trim();
  return plain.startsWith(`${severity}: `) ? plain.slice(severity.length + 2) : plain;
}

function shownMessage({ urn, severity, message }: Diagnostic): Markdown {
  const said = plainMessage(severity, message);
  const { text, note } = shorten(said, LONGEST_MESSAGE);
  const { type, name } = readUrn(urn ?? "");
  // Most messages name their resource.
  const needsName = urn !== undefined && type !== STACK_TYPE && !said.includes(`'${name}'`);
  const who = needsName ? md`${formatName(name)}: ` : md``;
  return text.includes("\n")
    ? md`- ${who}message${note}:\n\n${formatBlock(text)}`
    : md`- ${who}${text}${note}`;
}
