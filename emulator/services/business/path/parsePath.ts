import { businessErrors } from "../errors.js";

/** One step of a path: `customers` or `customers(…)`, or one with several keys. */
export interface Segment {
  name: string;
  /** The keys in parentheses; none where there are no parentheses. */
  keys: string[];
}

const SEGMENT = /^([\w$]+)(?:\(([^()]*)\))?$/;

/** Reads a decoded path below the root of the service. */
export function parsePath(path: string): Segment[] {
  return path
    .replace(/\/$/, "")
    .split("/")
    .map((text) => {
      const [, name, keys] = SEGMENT.exec(text) ?? [];
      if (name === undefined) {
        throw businessErrors.notFound(text);
      }
      return { name, keys: keys === undefined ? [] : keys.split(",").map((part) => part.trim()) };
    });
}
