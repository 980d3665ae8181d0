import { isDeepStrictEqual } from "node:util";
import type { Runtime } from "../../provider/contract/runtime.js";
import type { MessageLog } from "../../provider/core/log.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { EngineResource, type Outcome } from "../protocols/engineResource.js";
import type { Protocol, Provider } from "../protocols/protocol.js";
import { PLAIN_TOKEN } from "../support/canaries.js";
import { type Sample, samples } from "../support/samples.js";
import type { ServicesProcess } from "./servicesProcess.js";

const silence: MessageLog = {
  progress: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  sent: async () => undefined,
};

type Name = keyof ReturnType<typeof samples>;

/** A sample in the hands of one protocol: it is created, changed and deleted again and again under one name. */
export class SoakObject {
  private readonly resource: EngineResource;

  private constructor(
    readonly name: string,
    private readonly sample: Sample,
    private readonly declaring: Provider,
    /** A provider deletes nothing that it has checked. So another one refreshes and destroys, as another command does. */
    private readonly destroying: Provider,
    private readonly putThere: () => Promise<unknown>,
  ) {
    this.resource = new EngineResource(sample.urn);
  }

  /** The objects of a lane. */
  static async startLane(
    lane: number,
    protocol: Protocol,
    services: ServicesProcess,
    runtime: Runtime,
  ): Promise<SoakObject[]> {
    const { url } = services;
    const configuration = {
      ...{ resourceManagerUrl: url, businessUrl: url, appsUrl: url },
      ...{ resourceManagerToken: PLAIN_TOKEN, businessToken: PLAIN_TOKEN, appsToken: PLAIN_TOKEN },
    };
    const start = ({ lifecycle }: Sample) =>
      protocol.start(lifecycle, { log: silence, runtime, configuration });
    return Promise.all(
      Object.entries(samples(lane)).map(
        async ([name, sample]) =>
          new SoakObject(name, sample, await start(sample), await start(sample), () =>
            services.order({ lane, name: name as Name }),
          ),
      ),
    );
  }

  /** A quote has no change. */
  private get hasChange(): boolean {
    return !isDeepStrictEqual(this.sample.args, this.sample.changed);
  }

  /** @returns the number of operations */
  async live(): Promise<number> {
    await this.begin();
    if (await this.previews(this.sample.args)) throw new Error(`${this.name}: a change after its create`);
    if (this.hasChange) {
      if (/Stop$|Removal$/.test(this.name)) await this.putThere();
      await this.up(this.sample.changed);
    }
    this.expectDone(await this.resource.refresh(this.destroying));
    this.expectDone(await this.resource.destroy(this.destroying));
    return this.hasChange ? 4 : 3;
  }

  /** A create of a record that does not exist. */
  async fail(): Promise<void> {
    const args = { ...this.sample.args, customerId: "00000000-0000-4000-8000-00000000dead" };
    const { how } = await this.resource.up(this.declared(args), this.declaring);
    if (how !== "failed") throw new Error(`${this.name} did not fail`);
  }

  async begin(): Promise<void> {
    await this.putThere();
    await this.up(this.sample.args);
  }

  /** A preview, with a change in every second one. */
  async preview(number: number): Promise<void> {
    const isChanged = number % 2 === 0 && this.hasChange;
    const shows = await this.previews(isChanged ? this.sample.changed : this.sample.args);
    if (shows !== isChanged) throw new Error(`${this.name}: preview ${number} shows ${shows}`);
  }

  private declared(args: JsonObject) {
    const { marked = [], inPlace = [] } = this.sample;
    return { args, marked, inPlace };
  }

  private previews(args: JsonObject): Promise<boolean> {
    return this.resource.preview(this.declared(args), this.declaring);
  }

  private async up(args: JsonObject): Promise<void> {
    this.expectDone(await this.resource.up(this.declared(args), this.declaring));
  }

  private expectDone({ how, error }: Outcome): void {
    if (how !== "done") throw new Error(`${this.name}: ${how}, ${error?.message}`, { cause: error });
  }
}
