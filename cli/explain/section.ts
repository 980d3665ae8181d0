import type { Changed, Operation } from "./changed.js";
import { fieldLine, newFieldLine, shownArgument, shownName } from "./fieldLine.js";
import type { Field } from "./fields.js";
import { joined, type Markdown, md } from "./markdown.js";
import { otherWords } from "./words/other.js";
import { titleOf, wordsOf } from "./words/table.js";

const MOST_FIELDS = 40;

const titles: Record<Operation, Markdown> = {
  replace: md`Replace`,
  delete: md`Delete`,
  update: md`Update`,
  create: md`Create`,
  import: md`Import`,
  rename: md`Rename`,
  drifted: md`Changed at the service:`,
  gone: md`Gone at the service:`,
};

/**
 * What becomes of one resource: a heading, what it means, and a line for each field.
 *
 * @param successor the resource that takes over what this one stands for
 */
export function section(changed: Changed, successor: Changed | undefined): Markdown {
  const { operation, type, name } = changed;
  const heading = md`### ${titles[operation]} ${shownName(titleOf(type) ?? type)} ${shownName(name)}`;
  const parts = [
    heading,
    joined(successor === undefined ? sentences(changed) : [takenOver(successor)], " "),
    drift(changed),
    fields(changed),
  ];
  return joined(
    parts.filter(({ text }) => text !== ""),
    "\n\n",
  );
}

function takenOver({ name }: Changed): Markdown {
  return md`Nothing is sent for it: ${shownName(name)} stands for the same thing from now on, and what a run has created it does not delete.`;
}

function sentences(changed: Changed): Markdown[] {
  const { operation, formerName, isGone } = changed;
  const gone = isGone ? [md`It is gone at the service.`] : [];
  const renamed = formerName === undefined ? [] : [md`Its name in the program was ${shownName(formerName)}.`];
  return [
    ...gone,
    ...renamed,
    ...meaning(changed),
    ...(changed.keepsOld && endsOld(operation) ? [RETAINED] : []),
  ];
}

const RETAINED = md`What is there now stays at the service (\`retainOnDelete\`); only the state forgets it.`;

function endsOld(operation: Operation): boolean {
  return operation === "delete" || operation === "replace";
}

function meaning(changed: Changed): Markdown[] {
  const { operation, type, keepsOld } = changed;
  const args = changed.after?.inputs ?? {};
  const before = changed.before?.inputs ?? {};
  const words = wordsOf(type) ?? otherWords;
  switch (operation) {
    case "create":
      return words.create(args, changed);
    case "update":
      return words.update(args, changed, before);
    case "replace":
      return words.replace(args, changed, before);
    case "delete":
      return keepsOld ? [] : words.delete(before, changed);
    case "import":
      return [
        md`Taken into the state as it is at the service, by its id ${shownArgument(changed.after?.importId)}.`,
      ];
    case "rename":
      return [md`Nothing changes at the service.`];
    case "drifted":
      return [md`The state takes over what the service holds. Nothing is sent.`];
    case "gone":
      return [md`The state forgets it.`];
  }
}

function drift({ drift }: Changed): Markdown {
  if (drift.length === 0) return md``;
  const lines = limited(drift, (field) => fieldLine(field));
  return md`At the service it is no longer as the state says:\n\n${lines}\n\nWhat this preview does to it:`;
}

function fields(changed: Changed): Markdown {
  const { operation, type } = changed;
  const words = wordsOf(type);
  if (operation === "create" || operation === "import") {
    // Which thing is meant, the sentences have said.
    const own = changed.fields.filter(({ path }) => words?.schema.properties[path]?.wire !== "path");
    return limited(own, newFieldLine);
  }
  const args = changed.after?.inputs ?? {};
  return limited(changed.fields, (field) =>
    fieldLine(field, operation === "update" ? words?.note?.(field, args) : undefined),
  );
}

function limited(fields: Field[], line: (field: Field) => Markdown): Markdown {
  const lines = fields.slice(0, MOST_FIELDS).map((field) => md`- ${line(field)}`);
  const more = fields.length - lines.length;
  return joined(more === 0 ? lines : [...lines, md`- fields left out here: ${more}`], "\n");
}
