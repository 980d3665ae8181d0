import { listSchemas, type Schema } from "../schema/keywords.js";
import { type Foreign, foreign, joinTexts, Message } from "../text/message.js";

/** A part of a path: the name of an item in brackets, or the name of a property. */
const PART = /\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g;

/** Formats paths for messages. Names of items and of entries in maps come from the program, so they are foreign. */
export class PathNames {
  /** Names of fields in the schema. */
  readonly own: ReadonlySet<string>;

  constructor(schema: Schema) {
    this.own = new Set(listSchemas(schema).flatMap(({ properties = {} }) => Object.keys(properties)));
  }

  shown(path: string): Message {
    const parts: (string | Foreign)[] = [];
    let done = 0;
    for (const { 0: part, index } of path.matchAll(PART)) {
      parts.push(path.slice(done, index), this.own.has(part) ? part : foreign(part));
      done = index + part.length;
    }
    return new Message([...parts, path.slice(done)]);
  }

  list(paths: readonly string[]): Message {
    return joinTexts(
      paths.map((path) => this.shown(path)),
      ", ",
    );
  }
}
