import { isUnknown, type PropertyMap } from "../schema/json.js";
import { findUnlistedFields, type ResourceSchema } from "../schema/keywords.js";
import { joinTexts, type Message, message } from "../text/message.js";
import { type ConflictOptions, type FieldValue, formatFieldValues } from "./conflict.js";
import { formatFields, getField, getManagedFields, isSameField } from "./fields.js";
import type { RecordAccess } from "./partialUpdate.js";
import type { SideEffect } from "./sideEffects.js";

/** Says in the log what an operation has made of the fields of a record. */
export class RecordReport {
  constructor(private readonly options: RecordAccess) {}

  /** Says a fact about fields, if there are any. */
  info(fact: string, paths: string[]): void {
    this.#log("info", fact, paths);
  }

  warn(fact: string, paths: string[]): void {
    this.#log("warn", fact, paths);
  }

  #log(severity: "info" | "warn", fact: string, paths: string[]): void {
    const { log, schema } = this.options;
    if (paths.length > 0) log[severity](message`${fact}: ${formatFields(schema, paths)}.`);
  }

  /** Names fields that keep their values, because these are not the ones of this stack. */
  warnAboutLeft(paths: string[]): void {
    this.warn(
      "not restored, because another client or an interrupted update of this stack changed it",
      paths,
    );
  }

  /** Names undeclared fields that an update has changed. */
  warnAboutSideEffects(sideEffects: readonly SideEffect[]): void {
    if (sideEffects.length === 0) return;
    const texts = sideEffects.map((effect) => this.#formatChange(effect, "now"));
    this.options.log.warn(
      message`the service also changed fields that this resource does not declare: ${joinTexts(texts, "; ")}.`,
    );
  }

  /** Names a declared field that an update of other fields has changed. */
  warnAboutReset(effect: SideEffect, isSettled: boolean): void {
    const end = isSettled
      ? "The declared value was sent again"
      : "The service did not keep the declared value";
    this.options.log.warn(
      message`the service changed a declared field together with other fields: ${this.#formatChange(effect, "after")}. ${end}.`,
    );
  }

  /**
   * Names fields that have changed while a response was lost.
   *
   * @param isUpdate whether the program still declares the fields. Default: no
   */
  warnAboutUnexplained(changes: readonly SideEffect[], isUpdate = false): void {
    if (changes.length === 0) return;
    const texts = changes.map((change) => this.#formatChange(change, "now"));
    this.options.log.warn(
      message`the response to an update was lost, and other fields have changed, by the same update or by another client: ${joinTexts(texts, "; ")}. They are left as they are.${isUpdate ? SHOWN_BY_REFRESH : ""}`,
    );
  }

  #formatChange({ path, before, after }: SideEffect, later: string): Message {
    const values: FieldValue[] = [
      [before, "before"],
      [after, later],
    ];
    return formatFieldValues(path, values, this.options);
  }
}

const SHOWN_BY_REFRESH =
  " `pulumi refresh` shows those that the program declares, and the next `pulumi up` then sends them.";

/** Lists the declared values that replace others of an existing record: `phoneNumber: "+1" at the service, "+2" in the program`. */
export function listReplacedValues(
  schema: ResourceSchema,
  args: PropertyMap,
  answer: PropertyMap,
  options: ConflictOptions,
): Message[] {
  const group = findUnlistedFields(schema);
  const isGroupUnknown = group !== undefined && isUnknown(args[group]);
  const replaced = Object.entries(getManagedFields(schema, args)).flatMap(([path, declared]) => {
    const live = getField(schema, answer, path);
    if (isSameField(schema, path, live, declared)) return [];
    // Records that are read together lack the fields that the schema does not list.
    const current: FieldValue[] = live === undefined ? [] : [[live, "at the service"]];
    return [formatFieldValues(path, [...current, [declared, "in the program"]], options)];
  });
  return isGroupUnknown
    ? [...replaced, formatFieldValues(group, [[args[group], "in the program"]], options)]
    : replaced;
}
