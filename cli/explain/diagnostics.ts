import { readUrn, STACK_TYPE } from "../../provider/contract/urn.js";
import { countUnsentSecrets, type Fact, findFact } from "../../provider/core/warnings.js";
import { withoutColourMarks, withoutTerminalSequences } from "../../provider/text/plain.js";
import { getDefinition } from "./definitions.js";
import { formatNames } from "./descriptions/resourceDescription.js";
import { formatName } from "./fieldLine.js";
import { formatBlock, join, type Markdown, md, shorten, takeFitting } from "./markdown.js";
import type { Diagnostic } from "./preview.js";

const LONGEST_MESSAGE = 1_000;
const MOST_BYTES = 10_000;

/** Counts the changed secrets of this package's resources that are not sent. */
export function countSecretsNotSent(diagnostics: Diagnostic[]): number {
  return diagnostics
    .filter(
      ({ severity, urn = "" }) => severity === "warning" && getDefinition(readUrn(urn).type) !== undefined,
    )
    .reduce((sum, one) => sum + countUnsentSecrets(withoutName(one).message), 0);
}

/** Returns what the provider reports of resources, by URN. */
export function listFacts(diagnostics: Diagnostic[]): ReadonlyMap<string | undefined, Fact> {
  return new Map(
    diagnostics.flatMap((one): [string | undefined, Fact][] => {
      const fact = findFact(withoutName(one).message);
      return fact === undefined ? [] : [[one.urn, fact]];
    }),
  );
}

/** Severities with their names in the document. */
const SHOWN = { error: md`errors`, warning: md`warnings`, info: md`notes` } as const;
type Severity = keyof typeof SHOWN;

/** Messages of a severity, with the resources that they are about. */
export function listMessages(
  diagnostics: Diagnostic[],
  severity: Severity,
): { urn?: string; message: string }[] {
  return diagnostics
    .filter((one) => one.severity === severity)
    .map(({ urn, message }) => ({
      ...(urn !== undefined && { urn }),
      message: plainMessage(severity, message),
    }));
}

/** Formats the messages of a severity: errors in their original order, and notes of resources only. */
export function formatMessages(
  diagnostics: Diagnostic[],
  severity: Severity,
  isFull: boolean,
): Markdown | undefined {
  // Messages of the program itself are in its log.
  const isShown = ({ urn }: Diagnostic): boolean => severity !== "info" || isOfResource(urn);
  const own = diagnostics.filter((one) => one.severity === severity && isShown(one));
  const messages = severity === "error" ? own.map(shownMessage) : shownOnce(sorted(own));
  if (messages.length === 0) return undefined;
  const { kept, leftOut } = takeFitting(messages, isFull ? Number.POSITIVE_INFINITY : MOST_BYTES);
  const all = leftOut === 0 ? kept : [...kept, md`- ${SHOWN[severity]} omitted here: ${leftOut}`];
  // Markdown needs empty lines around blocks in a list.
  return join(all, all.some(({ text }) => text.includes("\n")) ? "\n\n" : "\n");
}

function isOfResource(urn: string | undefined): boolean {
  return urn !== undefined && readUrn(urn).type !== STACK_TYPE;
}

/** The order of the engine differs between runs. */
function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  const key = ({ urn = "", message }: Diagnostic): string => `${urn} ${message}`;
  return diagnostics.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Up to this number, resources of one type with the same message have a line each. Above it, they share a line. */
const MOST_REPEATED = 2;

function shownOnce(diagnostics: Diagnostic[]): Markdown[] {
  const bySaying = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const key = createMergeKey(one);
    bySaying.set(key, [...(bySaying.get(key) ?? []), one]);
  }
  return [...bySaying.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length <= MOST_REPEATED) return all.map(shownMessage);
    if (isAlone(first)) return [shownMessage(first)];
    const resources = [...new Set(all.map(({ urn = "" }) => readUrn(urn).name))];
    return [md`${shownMessage({ ...first, ...withoutName(first) })} (for ${formatNames(resources)})`];
  });
}

/** Returns a key that is equal for the same message of one line of resources of one type. */
function createMergeKey(diagnostic: Diagnostic): string {
  const { urn = "", message } = diagnostic;
  return JSON.stringify(
    isAlone(diagnostic) ? [urn, message] : [readUrn(urn).type, withoutName(diagnostic).message],
  );
}

/** Whether no list of resources can follow the message: it is not one of a resource, or is a block. */
function isAlone(diagnostic: Diagnostic): boolean {
  return !isOfResource(diagnostic.urn) || withoutName(diagnostic).message.includes("\n");
}

/** Removes the name of the resource, with which most messages begin. */
function withoutName({ urn = "", severity, message }: Diagnostic): Pick<Diagnostic, "urn" | "message"> {
  const said = plainMessage(severity, message);
  const { type, name } = readUrn(urn);
  const start = `${getDefinition(type)?.schema.title ?? type} '${name}': `;
  return { urn: undefined, message: said.startsWith(start) ? said.slice(start.length) : said };
}

function plainMessage(severity: string, message: string): string {
  const plain = withoutTerminalSequences(withoutColourMarks(message)).trim();
  return plain.startsWith(`${severity}: `) ? plain.slice(severity.length + 2) : plain;
}

function shownMessage({ urn, severity, message }: Diagnostic): Markdown {
  const said = plainMessage(severity, message);
  const { text, note } = shorten(said, LONGEST_MESSAGE);
  const { name } = readUrn(urn ?? "");
  // Most messages already name their resource.
  const needsName = isOfResource(urn) && !said.includes(`'${name}'`);
  const who = needsName ? md`${formatName(name)}: ` : md``;
  return text.includes("\n")
    ? md`- ${who}message${note}:\n\n${formatBlock(text)}`
    : md`- ${who}${text}${note}`;
}
