import { type Changed, changedResources, type Operation, refreshesOnly } from "./changed.js";
import { errorList, isError, noteList, warningList } from "./diagnostics.js";
import { shownName } from "./fieldLine.js";
import { fitting, joined, type Markdown, md } from "./markdown.js";
import { type Preview, readPreview } from "./preview.js";
import { section } from "./section.js";
import { takenOverBy } from "./takenOver.js";
import { readUrn } from "./urn.js";
import { schemaOf } from "./words/table.js";

/** A comment of GitHub holds 65,536 characters; counted in bytes, it is safe whatever is counted. */
const MOST_BYTES = 65_000;

export interface Explained {
  markdown: string;
  /** Whether the preview itself has failed. */
  hasFailed: boolean;
}

/**
 * A preview in the words of the services, as Markdown for a comment.
 *
 * @param text what `pulumi preview --json` has printed
 * @throws Error for what is no such thing
 */
export function explain(text: string): Explained {
  const preview = readPreview(text);
  const hasFailed = preview.diagnostics.some(isError) || preview.steps.length === 0;
  return { markdown: `${document(preview, hasFailed).text}\n`, hasFailed };
}

function document(preview: Preview, hasFailed: boolean): Markdown {
  const { diagnostics } = preview;
  const changed = changedResources(preview, schemaOf);
  const above = [heading(preview, changed, hasFailed), ...(hasFailed ? failure(preview, changed) : [])];
  const below = [
    ...titled(md`### Warnings`, warningList(diagnostics)),
    ...titled(md`### Notes`, noteList(diagnostics)),
  ];
  const rest = MOST_BYTES - joined([...above, ...below], "\n\n").bytes;
  const { kept, leftOut } = fitting(
    changed.map((one) => section(one, takenOverBy(one, changed))),
    rest,
  );
  const more =
    leftOut === 0 ? [] : [md`**Changes left out here, since a comment cannot hold them: ${leftOut}**`];
  return joined([...above, ...kept, ...more, ...below], "\n\n");
}

function heading(preview: Preview, changed: Changed[], hasFailed: boolean): Markdown {
  const { steps } = preview;
  const [step] = steps;
  const stack = step === undefined ? md`` : md` of stack ${shownName(readUrn(step.urn).stack)}`;
  const what = refreshesOnly(steps) ? md`Refresh` : md`Preview`;
  if (hasFailed) return md`## ${what}${stack} failed`;
  return md`## ${what}${stack}: ${changed.length === 0 ? md`no changes` : counts(changed)}`;
}

const counted: [Operation, Markdown][] = [
  ["replace", md`to replace`],
  ["delete", md`to delete`],
  ["update", md`to update`],
  ["create", md`to create`],
  ["import", md`to import`],
  ["rename", md`to rename`],
  ["drifted", md`changed at the service`],
  ["gone", md`gone at the service`],
];

function counts(changed: Changed[]): Markdown {
  const parts = counted.flatMap(([operation, words]) => {
    const count = changed.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [md`${count} ${words}`];
  });
  return joined(parts, ", ");
}

function failure({ diagnostics, steps }: Preview, changed: Changed[]): Markdown[] {
  const errors = errorList(diagnostics) ?? md`It lists no step and no error.`;
  const isPartial = steps.length > 0 && changed.length > 0;
  return isPartial ? [errors, md`What it had found until then; there may be more:`] : [errors];
}

function titled(title: Markdown, list: Markdown | undefined): Markdown[] {
  return list === undefined ? [] : [title, list];
}
