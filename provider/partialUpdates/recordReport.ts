import type { ResourceLog } from "../contract/lifecycle.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { joinTexts, type Message, message } from "../text/message.js";
import { type ConflictOptions, type FieldValue, formatFieldValues } from "./conflict.js";
import { formatFields } from "./fields.js";
import type { SideEffect } from "./sideEffects.js";

export interface RecordReportOptions extends ConflictOptions {
  schema: ResourceSchema;
  log: ResourceLog;
}

/** Says in the log what an operation has made of the fields of a record. */
export class RecordReport {
  constructor(private readonly options: RecordReportOptions) {}

  /** Says a fact about fields, if there are any. */
  info(fact: string, paths: string[]): void {
    if (paths.length > 0) this.options.log.info(this.#formatFact(fact, paths));
  }

  warn(fact: string, paths: string[]): void {
    if (paths.length > 0) this.options.log.warn(this.#formatFact(fact, paths));
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
    const texts = sideEffects.map(({ path, before, after }) =>
      this.#formatValues(path, [
        [before, "before"],
        [after, "now"],
      ]),
    );
    this.options.log.warn(
      message`the service also changed fields that the program does not declare: ${joinTexts(texts, "; ")}.`,
    );
  }

  /** Names a declared field that an update of other fields has changed. */
  warnAboutReset({ path, before, after }: SideEffect, isSettled: boolean): void {
    const values = this.#formatValues(path, [
      [before, "before"],
      [after, "after"],
    ]);
    const end = isSettled
      ? "The declared value was sent again"
      : "The service did not keep the declared value, which was sent again";
    this.options.log.warn(
      message`the service changed a declared field together with other fields: ${values}. ${end}.`,
    );
  }

  #formatFact(fact: string, paths: string[]): Message {
    return message`${fact}: ${formatFields(this.options.schema, paths)}.`;
  }

  #formatValues(path: string, values: readonly FieldValue[]): Message {
    return formatFieldValues(path, values, this.options);
  }
}
