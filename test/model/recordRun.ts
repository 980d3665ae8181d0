import type { EmulatorInMemory, FaultRule } from "../../emulator/index.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { Broken } from "../simulation/broken.js";
import { checkSecrecy } from "../simulation/secrecy.js";
import { EngineResource, type Outcome } from "./engine.js";
import {
  argumentsOf,
  emptyValue,
  FIELDS,
  FreshValues,
  GROUPS,
  type Values,
  wireName,
} from "./fieldValues.js";
import { LiveRecord } from "./liveRecord.js";
import { type Declaration, ManagedTruth, type Operation } from "./managedTruth.js";
import type { Command, FieldChange, Plan } from "./plan.js";
import { isQuiet, type OtherWriter, QUIET, RECORD_REQUESTS, rulesOf, type Trouble } from "./trouble.js";
import { newCustomer, type World } from "./world.js";

/** Attempts at a request, by default and in the end. */
const PATIENCE = 5;

/** A resource of the program, what the engine has of it, and what is true of it. */
interface Member {
  record: LiveRecord;
  own: readonly string[];
  declared: Declaration;
  engine: EngineResource;
  truth: ManagedTruth;
}

/** One run of a plan: a stack with its program, its records, and everybody who changes them. */
export class RecordRun {
  private readonly service: EmulatorInMemory;
  private readonly records: LiveRecord[];
  private readonly members: Member[];
  private readonly fresh = new FreshValues();
  private attempts: number;

  constructor(
    private readonly world: World,
    private readonly plan: Plan,
    private readonly lifecycle: Lifecycle,
    private readonly protocol: Protocol,
  ) {
    this.service = world.service(plan.service);
    this.attempts = plan.attempts;
    this.service.log.clear();
    this.service.faults.clear();
    const { business } = this.service;
    // The third resource manages other fields of the first one's record.
    this.records = [0, 1].map(() => new LiveRecord(business, newCustomer(business)));
    this.members = plan.resources.map((_, index) => this.member(index));
  }

  /** Carries out the plan, lets all trouble end, and takes everything down. */
  async run(): Promise<void> {
    try {
      for (const command of this.plan.commands) await this.perform(command);
      await this.finish();
    } finally {
      this.service.faults.clear();
      for (const { id } of this.records) this.service.business.remove("customers", id);
    }
  }

  private member(index: number): Member {
    const record = this.records[index % 2];
    const own = GROUPS[index < 2 ? 0 : 1];
    const { fields, onDestroy } = this.plan.resources[index] ?? { fields: [], onDestroy: "retain" };
    if (record === undefined) throw new Error("there is no such record");
    const name = `resource ${index}`;
    const values = new Map(
      fields.map((field) => [own[field] ?? "", this.fresh.of(own[field] ?? "", "client")]),
    );
    return {
      record,
      own,
      declared: { values, restore: onDestroy === "restore" },
      engine: new EngineResource(`urn:pulumi:dev::model::vendorcloud:Customer::${name}`),
      truth: new ManagedTruth(name, record, own),
    };
  }

  private async perform(command: Command): Promise<void> {
    switch (command.do) {
      case "declare":
        return this.declare(command);
      case "other writes":
        return this.writeBehind(command);
      case "up":
        return this.up(command.trouble);
      case "refresh":
        return this.refresh(command.trouble);
      case "destroy":
        return this.destroy(
          this.members.filter((_, index) => command.resources[index]),
          command.trouble,
        );
    }
  }

  private declare({ resource, changes, onDestroy }: Extract<Command, { do: "declare" }>): void {
    const member = this.members[resource % this.members.length];
    if (member === undefined) return;
    const values = new Map(member.declared.values);
    for (const { field, to } of changes) {
      const path = member.own[field] ?? "";
      if (to === "dropped") values.delete(path);
      else values.set(path, this.valueFor(member, path, to));
    }
    const restore = onDestroy === undefined ? member.declared.restore : onDestroy === "restore";
    member.declared = { values, restore };
  }

  private valueFor({ record }: Member, path: string, to: FieldChange["to"]): unknown {
    if (to === "live") return record.values.get(path);
    return to === "empty" ? emptyValue(path) : this.fresh.of(path, "client");
  }

  private writeBehind(writer: OtherWriter): void {
    const { id, fields } = this.theirs(writer);
    this.service.business.change("customers", id, fields);
    for (const record of this.records) record.news();
  }

  /** The values that another client is about to write. */
  private theirs({ record, fields }: OtherWriter) {
    const paths = fields.map((field) => FIELDS[field] ?? "state");
    const values: Values = new Map(paths.map((path) => [path, this.fresh.of(path, "other")]));
    return {
      id: this.records[record % 2]?.id ?? "",
      values,
      fields: Object.fromEntries([...values].map(([path, value]) => [wireName(path), value])),
    };
  }

  /** Somebody else writes in the middle of a command; a look may come before or after that. */
  private meddle(writer: OtherWriter): void {
    const { id, fields, values } = this.theirs(writer);
    this.announce(id, values);
    this.service.business.change("customers", id, fields);
  }

  /** Right before an update: after the look of the same resource, but not of another one of the same record. */
  private overtake(writer: OtherWriter): FaultRule {
    const { id, fields, values } = this.theirs(writer);
    if (this.members.filter(({ record }) => record.id === id).length > 1) this.announce(id, values);
    return { match: { path: id, inBatch: true }, fault: { writer: fields } };
  }

  private announce(id: string, values: Values): void {
    for (const { record, own, truth } of this.members) {
      for (const [path, value] of values)
        if (record.id === id && own.includes(path)) truth.mayFind(path, value);
    }
  }

  private up(trouble: Trouble): Promise<void> {
    return this.command(this.members, trouble, ({ declared }) => ({ kind: "up", declared }));
  }

  private refresh(trouble: Trouble): Promise<void> {
    return this.command(this.members, trouble, () => ({ kind: "refresh" }));
  }

  private destroy(members: Member[], trouble: Trouble): Promise<void> {
    return this.command(members, trouble, () => ({ kind: "destroy" }));
  }

  /** One command of the engine, in a process of its own, on several resources at a time. */
  private async command(
    members: Member[],
    trouble: Trouble,
    operationOn: (member: Member) => Operation,
  ): Promise<void> {
    for (const member of members) member.truth.begin(operationOn(member));
    this.service.faults.add(trouble.writers.map((writer) => this.overtake(writer)));
    this.service.faults.add(rulesOf(trouble.faults, RECORD_REQUESTS));
    const host = await this.start(trouble);
    const outcomes = await Promise.all(
      members.map((member) => this.operate(member, operationOn(member), host)),
    );
    await host.end();
    this.service.faults.clear();
    this.checkWrites();
    members.forEach((member, index) => {
      member.truth.end(outcomes[index] ?? { how: "lost" }, !isQuiet(trouble) || this.attempts < PATIENCE);
    });
    checkSecrecy(
      members.flatMap(({ engine }) => engine.stored ?? []),
      outcomes.flatMap(({ error }) => error ?? []),
      host,
    );
  }

  private operate({ engine, record }: Member, operation: Operation, host: HostProcess): Promise<Outcome> {
    if (operation.kind === "refresh") return engine.refresh(host);
    if (operation.kind === "destroy") return engine.destroy(host);
    return engine.up({ args: this.argumentsOf(record, operation.declared) }, host);
  }

  private argumentsOf(record: LiveRecord, { values, restore }: Declaration): JsonObject {
    return {
      companyId: this.service.business.companies[0],
      customerId: record.id,
      onDestroy: restore ? "restore" : "retain",
      ...argumentsOf(values),
    };
  }

  private start({ death, meddlers }: Trouble): Promise<HostProcess> {
    const { attempts, lifecycle, protocol, service, world } = this;
    const meddling = meddlers.map((meddler) => ({ update: meddler.update, act: () => this.meddle(meddler) }));
    return world.start({ lifecycle, protocol, service, attempts, death, meddling });
  }

  /** The writes since then, each field by the rules of the resource that manages it. */
  private checkWrites(): void {
    for (const record of this.records) {
      for (const write of record.news()) {
        const member = this.members.find((one) => one.record === record && one.own.includes(write.path));
        if (member !== undefined) member.truth.check(write);
        else if (write.by === "client") throw new Broken(`${write.path} is nobody's, and was set`);
      }
    }
  }

  /** After all trouble: what was declared is there, a preview shows nothing, and what was there before comes back. */
  private async finish(): Promise<void> {
    this.attempts = PATIENCE;
    await this.refresh(QUIET);
    await this.up(QUIET);
    for (const { declared, record, truth } of this.members) {
      truth.checkNothingLeft();
      for (const [path, value] of declared.values) {
        const live = record.values.get(path);
        if (live !== value) throw new Broken(`in the end ${path} holds ${live} and not ${value}`);
      }
    }
    await this.previewNothing();
    await this.destroy(this.members, QUIET);
    if (this.members.some(({ engine }) => engine.stored !== undefined)) {
      throw new Broken("something is left in the state");
    }
  }

  private async previewNothing(): Promise<void> {
    const host = await this.start(QUIET);
    const requests = this.service.log.count();
    for (const { engine, record, declared } of this.members) {
      if (await engine.preview({ args: this.argumentsOf(record, declared) }, host.provider)) {
        throw new Broken("a preview shows a change where there is none");
      }
    }
    await host.end();
    if (this.service.log.count() !== requests) throw new Broken("a preview made a request");
  }
}
