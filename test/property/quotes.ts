import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import type { BusinessRecords } from "../../emulator/index.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { Action, Goal } from "../protocols/stack.js";
import { canary } from "../support/canaries.js";
import { Broken } from "./broken.js";
import { command, planOf, REFRESH, UP } from "./commands.js";
import { FAULTS, troublesOf } from "./faults.js";
import { type Member, Urns } from "./member.js";
import { type Past, type Plan, Run, type Subject } from "./run.js";
import { Services } from "./services.js";

/** A quote of the program. No two quotes have the same customer, so a quote at the service is found by its customer. */
interface Declared extends Member {
  customerId: string;
  marker: string | undefined;
  quantity: number;
}

/** Lines: a part of a unit of the one item there is, which services may round, or a comment. */
type Line = "part" | "unit" | "comment";

/** The program asks for another quantity; another client deletes a quote, or changes one of its lines. */
type Command = { do: "declare" | "delete" | "touch"; slot: number };

export interface QuotePlan extends Plan<Command> {
  service: keyof typeof SERVICES;
  /** Where each quote's marker comes from. */
  quotes: ("derived" | "given" | "none")[];
  /** Lines of each quote behind the first one. */
  lines: Line[];
}

const SERVICES = {
  plain: {},
  narrow: {},
  rounding: { decimalPlaces: 5, decimalStrings: true },
  timeouts: { conflictStatus: 412, batchTimeoutAfter: 1 },
  quota: { businessQuota: { requests: 6, seconds: 1 } },
} as const;

const PART = 0.333333333;

const operation = { troubles: troublesOf(FAULTS) };

export const quotePlan = planOf<QuotePlan>(
  [
    command(6, ["up"], operation),
    command(2, ["refresh", "destroy"], operation),
    command(1, ["preview"]),
    command(2, ["declare", "delete", "touch"], { slot: fc.nat(2) }),
  ],
  {
    service: fc.constantFrom("plain", "narrow", "rounding", "timeouts", "quota"),
    quotes: fc.array(fc.constantFrom("derived", "derived", "given", "none"), { minLength: 1, maxLength: 3 }),
    lines: fc.array(fc.constantFrom("part", "unit", "comment"), { maxLength: 3 }),
  },
  10,
);

const quote: QuotePlan = {
  attempts: 5,
  service: "plain",
  quotes: ["derived"],
  lines: ["part"],
  commands: [],
};

/** Operations on one quote, and on three that fill batches. A replacement has the requests of a create and of a delete. */
export const quoteOperations: Record<string, QuotePlan> = {
  replace: { ...quote, commands: [UP, { do: "declare", slot: 0 }, UP] },
  refresh: { ...quote, commands: [UP, { do: "touch", slot: 0 }, REFRESH] },
  "create with rounding": { ...quote, service: "rounding", commands: [UP] },
  "create in batches": { ...quote, service: "narrow", quotes: ["derived", "given", "given"], commands: [UP] },
};

let runs = 0;

/** A program with quotes, and another client of the service. */
export class QuoteRun extends Run<Declared, Command> {
  /** A replacement asks whether the customer is blocked. */
  protected override readonly readsInPreview = true;

  private readonly business: BusinessRecords;
  private readonly itemId: string;
  /** Quotes of which another client has changed a line since a refresh, by slot. */
  private readonly touched = new Map<number, string>();

  constructor(
    private readonly given: QuotePlan,
    subject: Subject,
  ) {
    super(
      given,
      subject,
      new Services(SERVICES[given.service]),
      new Urns("SalesQuote", `quote${++runs}-`),
      [],
    );
    // One request is under way at a time, and those that wait for it are sent together.
    if (given.service === "narrow") this.settings.maxConcurrency = "1";
    this.business = this.services.emulator.business;
    this.itemId = this.business.put("items", { displayName: "thing" }).id;
    given.quotes.forEach((from, slot) => {
      const { id } = this.business.put("customers", { displayName: "customer" });
      const member = { slot, version: 0, hasAlias: false, isThere: true, quantity: 1 };
      // Where nobody can look a quote up, a service that times out even in the end is a reason to fail.
      const isHidden = from === "none" && given.service !== "timeouts";
      const marker = isHidden ? "" : from === "derived" ? undefined : `given ${runs} ${slot}`;
      this.program.push({ ...member, customerId: id, marker });
    });
  }

  protected goalOf({ slot, customerId, marker, quantity }: Declared): Omit<Goal, "urn" | "alias"> {
    return {
      args: {
        ...{ companyId: this.business.companies[0], customerId },
        salesQuoteLines: [
          { itemId: this.itemId, quantity },
          ...this.given.lines.map((line) =>
            line === "comment"
              ? { lineType: "Comment", description: "text" }
              : { itemId: this.itemId, quantity: line === "unit" ? 1 : PART, description: line },
          ),
        ],
        additionalFields: { shipToName: canary("quote", slot, 1) },
        ...(marker === undefined ? {} : { externalDocumentNumber: marker }),
      } as JsonObject,
      inPlace: ["additionalFields.shipToName"],
      retainOnDelete: false,
    };
  }

  protected override markedTexts({ slot }: Declared): string[] {
    return [canary("quote", slot, 1)];
  }

  protected actionBetween(known: Declared, goal: Declared): Action {
    return known.quantity === goal.quantity ? "same" : "replace";
  }

  protected perform({ do: what, slot }: Command): void {
    const one = this.program[slot % this.program.length];
    if (one === undefined) return;
    const [quote, ...more] = this.quotesOf(one);
    // A quote that no state knows of yet has to be taken over as it was declared first.
    const isKnown = quote === undefined || (this.entryOf(one)?.id === quote.id && more.length === 0);
    if (what === "delete" && quote !== undefined) {
      this.business.remove("salesQuotes", quote.id);
      this.touched.delete(one.slot);
    }
    if (what === "declare" && isKnown) one.quantity++;
    if (what === "touch" && isKnown && quote !== undefined) this.touch(one, quote.id);
  }

  protected begin(what: "up" | "refresh" | "destroy"): (past: Past) => void {
    const before = this.program.map((one) => this.quotesOf(one).length);
    if (what === "refresh") this.touched.clear();
    return ({ result }) => {
      this.program.forEach((one, index) => {
        this.checkCount(one, before[index] ?? 0);
      });
      if (what === "up") this.known.noteUp(result, this.goals);
      else this.known.clear();
    };
  }

  /** After all trouble there is exactly one quote, the declared one; then there is none. */
  protected async finish(): Promise<void> {
    await this.succeed("refresh");
    await this.succeed("up");
    const findable = this.program.filter(isFindable);
    for (const one of findable) this.checkDeclared(one);
    await this.expectNothingToDo();
    await this.takeDown();
    if (findable.some((one) => this.quotesOf(one).length > 0)) throw new Broken("a quote is left");
  }

  protected override clean(): void {
    for (const one of this.program) {
      for (const { id } of this.quotesOf(one)) this.business.remove("salesQuotes", id);
      this.business.remove("customers", one.customerId);
    }
    this.business.remove("items", this.itemId);
  }

  private quotesOf({ customerId }: Declared) {
    const isOwn = (id: unknown): boolean => id === customerId.toLowerCase();
    return this.business.list("salesQuotes").filter(({ fields }) => isOwn(fields.customerId));
  }

  private linesOf(quoteId: string | undefined) {
    return this.business.list("salesQuoteLines").filter(({ fields }) => fields.documentId === quoteId);
  }

  /** Another client changes the last line of a quote, within what a service might round. */
  private touch({ slot }: Declared, quoteId: string): void {
    const line = this.linesOf(quoteId).at(-1);
    // The same change again is none: nobody can see it.
    if (line === undefined || line.fields.description === "theirs") return;
    this.business.change("salesQuoteLines", line.id, { quantity: 0.333, description: "theirs" });
    this.touched.set(slot, quoteId);
    this.known.clear();
  }

  /** At most one with a marker; without, at most one more for each time that one was asked for. */
  private checkCount(one: Declared, before: number): void {
    const now = this.quotesOf(one);
    const touched = this.touched.get(one.slot);
    if (touched !== undefined && !now.some(({ id }) => id === touched))
      throw new Broken("a change by another client is deleted unseen");
    if (now.length > (isFindable(one) ? 1 : before + 1))
      throw new Broken(`${now.length} quotes, ${before} before`);
  }

  private checkDeclared(one: Declared): void {
    const ids = this.quotesOf(one).map(({ id }) => id);
    if (ids.length !== 1 || ids[0] !== this.entryOf(one)?.id) throw new Broken(`quotes: ${ids}`);
    const lines = this.linesOf(ids[0]).map(({ fields }) => [
      Number(fields.quantity).toFixed(5),
      fields.description,
    ]);
    const { salesQuoteLines } = this.goalOf(one).args as { salesQuoteLines: JsonObject[] } & JsonObject;
    const declared = salesQuoteLines.map(({ quantity = 0, description = "thing" }) => [
      Number(quantity).toFixed(5),
      description,
    ]);
    if (!isDeepStrictEqual(lines, declared)) throw new Broken(`lines: ${lines}, not ${declared}`);
  }
}

function isFindable({ marker }: Declared): boolean {
  return marker !== "";
}
