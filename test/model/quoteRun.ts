import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import type { EmulatorInMemory } from "../../emulator/index.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { Broken } from "../simulation/broken.js";
import { command } from "../simulation/commands.js";
import { checkSecrecy } from "../simulation/secrecy.js";
import { EngineResource, type Outcome } from "./engine.js";
import { death, type Requests, rulesOf, type ServiceFault, serviceFault } from "./trouble.js";
import type { Death, World } from "./world.js";

const PATIENCE = 5;

/** The fault while a command runs. */
interface Trouble {
  faults: ServiceFault[];
  death?: Death | undefined;
}

type Command =
  | { do: "up" | "refresh" | "destroy"; trouble: Trouble }
  /** The program asks for another quantity from now on. */
  | { do: "declare"; quote: number }
  /** Somebody deletes a quote at the service, or changes one of its lines. */
  | { do: "delete" | "touch"; quote: number };

/** Lines: a part of a unit of the one item there is, which services may round, or a comment. */
type Line = "part" | "unit" | "comment";

export interface QuotePlan {
  service: number;
  attempts: number;
  /** Where each quote's marker comes from. */
  quotes: ("derived" | "given" | "none")[];
  /** Lines of each quote behind the first one. */
  lines: Line[];
  commands: Command[];
}

const PART = 0.333333333;

const NO_TROUBLE: Trouble = { faults: [] };

const REQUESTS: Requests = {
  update: { method: "POST", path: "salesQuotes" },
  look: { method: "GET" },
  batch: { path: "$batch" },
  any: {},
};

const trouble: fc.Arbitrary<Trouble> = fc.record({
  faults: fc.array(serviceFault, { maxLength: 3 }),
  death: fc.option(death, { nil: undefined, freq: 3 }),
});

const commands: fc.Arbitrary<Command> = fc.oneof(
  command(6, ["up"], { trouble }),
  command(2, ["refresh", "destroy"], { trouble }),
  command(2, ["declare", "delete", "touch"], { quote: fc.nat(2) }),
);

export const quotePlan: fc.Arbitrary<QuotePlan> = fc.record({
  service: fc.constantFrom(0, 3, 1, 2),
  attempts: fc.constantFrom(5, 5, 2, 1),
  quotes: fc.array(fc.constantFrom("derived", "derived", "given", "none"), { minLength: 1, maxLength: 3 }),
  lines: fc.array(fc.constantFrom<Line>("part", "unit", "comment"), { maxLength: 3 }),
  commands: fc.array(commands, { minLength: 1, maxLength: 8, size: "max" }),
});

/** A quote of the program. Each one has a customer of its own, by whom its quotes at the service are told. */
interface Member {
  customerId: string;
  marker: string | undefined;
  quantity: number;
  /** The quote of which another client has changed a line since it was last read for a refresh. */
  touched?: string | undefined;
  engine: EngineResource;
}

let runs = 0;

/** One run of a plan for quotes. */
export class QuoteRun {
  private readonly service: EmulatorInMemory;
  private readonly members: Member[];
  private readonly itemId: string;
  private attempts: number;

  constructor(
    private readonly world: World,
    private readonly plan: QuotePlan,
    private readonly lifecycle: Lifecycle,
    private readonly protocol: Protocol,
  ) {
    this.service = world.service(plan.service);
    this.service.log.clear();
    this.attempts = plan.attempts;
    this.itemId = this.service.business.put("items", { displayName: "thing" }).id;
    runs++;
    this.members = plan.quotes.map((from, index) => ({
      customerId: this.service.business.put("customers", { displayName: "customer" }).id,
      marker: { derived: undefined, given: `given ${runs} ${index}`, none: "" }[from],
      quantity: 1,
      engine: new EngineResource(`urn:pulumi:dev::model ${runs}::vendorcloud:SalesQuote::quote ${index}`),
    }));
  }

  async run(): Promise<void> {
    const { business } = this.service;
    try {
      for (const command of this.plan.commands) await this.perform(command);
      await this.finish();
    } finally {
      this.service.faults.clear();
      for (const member of this.members) {
        for (const { id } of this.quotesOf(member)) business.remove("salesQuotes", id);
        business.remove("customers", member.customerId);
      }
      business.remove("items", this.itemId);
    }
  }

  private quotesOf({ customerId }: Member) {
    return this.service.business
      .list("salesQuotes")
      .filter(({ fields }) => fields.customerId === customerId.toLowerCase());
  }

  private async perform(command: Command): Promise<void> {
    if ("trouble" in command) {
      await this.command(command.do, command.trouble);
      return;
    }
    const member = this.members[command.quote % this.members.length];
    if (member === undefined) return;
    const [quote, ...more] = this.quotesOf(member);
    // A quote that no state knows of yet has to be taken over as it was declared first.
    const isKnown = quote === undefined || (member.engine.stored?.id === quote.id && more.length === 0);
    if (command.do === "delete" && quote !== undefined) {
      this.service.business.remove("salesQuotes", quote.id);
      member.touched = undefined;
    }
    if (command.do === "declare" && isKnown) member.quantity++;
    if (command.do === "touch" && isKnown) this.touch(member);
  }

  /** Another client changes the last line of a quote, within what a service might round. */
  private touch(member: Member): void {
    const { business } = this.service;
    const line = this.linesOf(member).at(-1);
    // The same change again is none: nobody can see it.
    if (line?.fields.description === "theirs") return;
    if (line !== undefined)
      business.change("salesQuoteLines", line.id, { quantity: 0.333, description: "theirs" });
    member.touched = this.quotesOf(member)[0]?.id;
  }

  private linesOf(member: Member) {
    const [quote] = this.quotesOf(member);
    return this.service.business
      .list("salesQuoteLines")
      .filter(({ fields }) => fields.documentId === quote?.id);
  }

  private async command(what: "up" | "refresh" | "destroy", { faults, death }: Trouble): Promise<Outcome[]> {
    const before = this.members.map((member) => this.quotesOf(member).length);
    this.service.faults.add(rulesOf(faults, REQUESTS));
    const host = await this.start(death);
    const outcomes = await Promise.all(this.members.map((member) => this.operate(what, member, host)));
    await host.end();
    this.service.faults.clear();
    this.members.forEach((member, index) => void this.checkCount(member, before[index] ?? 0));
    checkSecrecy(
      this.members.flatMap(({ engine }) => engine.stored ?? []),
      outcomes.flatMap(({ error }) => error ?? []),
      host,
    );
    return outcomes;
  }

  private operate(what: "up" | "refresh" | "destroy", member: Member, host: HostProcess): Promise<Outcome> {
    const { engine } = member;
    if (what === "refresh") member.touched = undefined;
    return what === "up" ? engine.up({ args: this.argumentsOf(member) }, host) : engine[what](host);
  }

  /** At most one with a marker; without, at most one more for each time that one was asked for. */
  private checkCount(member: Member, before: number): void {
    const now = this.quotesOf(member).length;
    const { touched } = member;
    if (touched !== undefined && !this.quotesOf(member).some(({ id }) => id === touched))
      throw new Broken("a change by another client is deleted unseen");
    if (now > (isFindable(member) ? 1 : before + 1)) throw new Broken(`${now} quotes, ${before} before`);
  }

  private argumentsOf({ customerId, marker, quantity }: Member): {
    salesQuoteLines: { itemId?: string; lineType?: string; quantity?: number; description?: string }[];
  } & JsonObject {
    return {
      companyId: this.service.business.companies[0],
      customerId,
      salesQuoteLines: [
        { itemId: this.itemId, quantity },
        ...this.plan.lines.map((line) =>
          line === "comment"
            ? { lineType: "Comment", description: "text" }
            : { itemId: this.itemId, quantity: line === "unit" ? 1 : PART, description: line },
        ),
      ],
      ...(marker === undefined ? {} : { externalDocumentNumber: marker }),
    };
  }

  private start(death?: Death): Promise<HostProcess> {
    const { attempts, lifecycle, protocol, service, world } = this;
    return world.start({ lifecycle, protocol, service, attempts, death });
  }

  /** After all trouble there is exactly one quote, the declared one; a preview shows nothing; then there is none. */
  private async finish(): Promise<void> {
    this.attempts = PATIENCE;
    this.expectSuccess(await this.command("refresh", NO_TROUBLE));
    this.expectSuccess(await this.command("up", NO_TROUBLE));
    this.expectSuccess(await this.command("refresh", NO_TROUBLE));
    await this.previewNothing();
    for (const member of this.members.filter(isFindable)) {
      const ids = this.quotesOf(member).map(({ id }) => id);
      if (ids.length !== 1 || ids[0] !== member.engine.stored?.id) throw new Broken(`quotes: ${ids}`);
      const lines = this.linesOf(member).map(({ fields }) => [
        Number(fields.quantity).toFixed(5),
        fields.description,
      ]);
      const declared = this.argumentsOf(member).salesQuoteLines.map(
        ({ quantity = 0, description = "thing" }) => [quantity.toFixed(5), description],
      );
      if (!isDeepStrictEqual(lines, declared)) throw new Broken(`lines: ${lines}, not ${declared}`);
    }
    this.expectSuccess(await this.command("destroy", NO_TROUBLE));
    for (const member of this.members.filter(isFindable)) {
      if (this.quotesOf(member).length > 0) throw new Broken("a quote is left");
    }
  }

  private async previewNothing(): Promise<void> {
    const host = await this.start();
    try {
      for (const member of this.members.filter(({ engine }) => engine.stored !== undefined)) {
        if (await member.engine.preview({ args: this.argumentsOf(member) }, host.provider)) {
          throw new Broken("a preview shows a change where there is none");
        }
      }
    } finally {
      await host.end();
    }
  }

  /** Without a marker a service that times out even in the end is a reason to fail. */
  private expectSuccess(outcomes: Outcome[]): void {
    const failed = this.members.flatMap((member, index) => {
      const outcome = outcomes[index];
      const isFine = outcome?.how === "done" || outcome?.how === "same";
      return isFine || !isFindable(member) ? [] : [outcome];
    });
    if (failed[0] !== undefined) throw new Broken(`failed without a reason: ${failed[0].error}`);
  }
}

function isFindable({ marker }: Member): boolean {
  return marker !== "";
}
