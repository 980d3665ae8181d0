/**
 * How large a success may be that is still read: beyond it there is nothing that a service has to say, and much that
 * would keep this process busy. Time and memory grow with both.
 */
export interface ResponseLimits {
  /** After decompression. */
  bytes: number;
  /** Objects, lists and properties together: of the smallest ones a small text makes a large value. */
  parts: number;
}

const MIB = 1024 * 1024;

/**
 * One resource, or a batch of records. A group of 60 containers, each with 50 variables of 200 characters, has two thirds
 * of the bytes and a fifth of the parts.
 */
export const RESOURCE_LIMITS: ResponseLimits = { bytes: MIB, parts: 50_000 };

/** A page of 500 records with what they expand to. */
export const PAGE_LIMITS: ResponseLimits = { bytes: 4 * MIB, parts: 250_000 };

/** The limits for what answers several requests together. */
export function mergeLimits(limits: readonly ResponseLimits[]): ResponseLimits {
  return {
    bytes: Math.max(...limits.map(({ bytes }) => bytes)),
    parts: Math.max(...limits.map(({ parts }) => parts)),
  };
}
