import { withBatches } from "../hostile/support/goodServices.js";
import type { Received, Response } from "../hostile/support/message.js";
import type { Fate } from "../protocols/hostProcess.js";
import { COMPANY, FIELDS, type Field, guid, keyOf, PLACES } from "./dimensionProgram.js";
import { type Fault, refusal, suffer } from "./faults.js";

type Writer = "stack" | "other";

/** A default dimension at the service. */
export interface Dimension {
  values: Record<Field, string>;
  /** Who has set them last. */
  writers: Record<Field, Writer>;
  version: number;
}

/** Something that has happened to a default dimension. */
export type DimensionEvent = { key: string } & (
  | {
      kind: "looked";
      /** The values before; undefined where there was no such dimension. */
      values: Record<Field, string> | undefined;
      /** Whether the response was sent as it is. */
      isAnswered: boolean;
    }
  | { kind: "written"; by: Writer; field: Field; before: string; beforeBy: Writer; value: string }
);

const ROOT = `/api/v1.0/companies(${COMPANY})/`;
const BLANK = "_x0020_";
const PARENT = /^(?<type>\w+)\?\$filter=id eq (?<id>[\w-]+)&\$expand=defaultDimensions$/i;
const ONE = /^(?<type>\w+)\((?<id>[\w-]+)\)\/defaultDimensions\((?<parent>[\w-]+),(?<dimension>[\w-]+)\)$/i;

/** The service for default dimensions in memory, and everything that has happened there. */
export class DimensionService {
  readonly dimensions = new Map<string, Dimension>();
  readonly events: DimensionEvent[] = [];
  requests = 0;

  constructor() {
    PLACES.forEach((_, place) => {
      this.add(place);
    });
  }

  /** Another client adds a dimension that is missing. */
  add(place: number): void {
    if (this.dimensions.has(keyOf(place))) return;
    const values = { dimensionValueId: guid("f", place + 1), postingValidation: " " };
    const writers = { dimensionValueId: "other", postingValidation: "other" } as const;
    this.dimensions.set(keyOf(place), { values, writers: { ...writers }, version: 1 });
  }

  remove(place: number): void {
    this.dimensions.delete(keyOf(place));
  }

  /** Another client sets a field. */
  write(place: number, field: Field, value: string): void {
    const key = keyOf(place);
    const dimension = this.dimensions.get(key);
    if (dimension !== undefined) this.set(key, dimension, { [field]: value }, "other");
  }

  react(request: Omit<Received, "index">, fault?: Fault): Fate {
    this.requests++;
    const serve = withBatches((one) => this.respond(one, fault === undefined));
    return suffer(fault, () => serve({ ...request, index: 0 }));
  }

  private respond({ method, path, headers, body }: Received, isAnswered: boolean): Response {
    const asked = decodeURIComponent(path);
    const rest = asked.startsWith(ROOT) ? asked.slice(ROOT.length) : "";
    const parent = PARENT.exec(rest)?.groups;
    if (method === "GET" && parent !== undefined)
      return this.look(String(parent.type), String(parent.id).toLowerCase(), isAnswered);
    const one = ONE.exec(rest)?.groups;
    if (method !== "PATCH" || one === undefined || one.id !== one.parent) return missing();
    const key = [one.type, one.id, one.dimension].join("/").toLowerCase();
    const dimension = this.dimensions.get(key);
    if (dimension === undefined) return missing();
    const tag = headers["if-match"];
    if (tag !== undefined && tag !== tagOf(dimension))
      return refusal({ status: 409, code: "Request_EntityChanged" });
    const fields = body as Partial<Record<Field, string>>;
    if (Object.keys(fields).some((name) => !(FIELDS as readonly string[]).includes(name)))
      return refusal({ status: 400, code: "BadRequest_InvalidProperty" });
    this.set(key, dimension, fields, "stack");
    return { status: 200, body: { "@odata.context": contextOf(key), value: [shown(key, dimension)] } };
  }

  /** A record with its default dimensions. */
  private look(parentType: string, parentId: string, isAnswered: boolean): Response {
    const places = PLACES.map((place, index) => ({ ...place, key: keyOf(index) })).filter(
      (place) => place.parentType === parentType && place.parentId === parentId,
    );
    const defaultDimensions = places.flatMap(({ key }) => {
      const dimension = this.dimensions.get(key);
      const values = dimension === undefined ? undefined : { ...dimension.values };
      this.events.push({ kind: "looked", key, values, isAnswered });
      return dimension === undefined ? [] : [shown(key, dimension)];
    });
    const context = `https://business.example/api/v1.0/$metadata#companies(${COMPANY})/${parentType}`;
    const record = { "@odata.etag": 'W/"record"', id: parentId, displayName: "A record", defaultDimensions };
    return { status: 200, body: { "@odata.context": context, value: places.length > 0 ? [record] : [] } };
  }

  private set(
    key: string,
    { values, writers }: Dimension,
    fields: Partial<Record<Field, string>>,
    by: Writer,
  ): void {
    for (const field of FIELDS) {
      const given = fields[field];
      if (given === undefined) continue;
      // Case means nothing in an id; an option stands escaped on the wire, and both its forms are accepted.
      const value = field === "dimensionValueId" ? given.toLowerCase() : given.replaceAll(BLANK, " ");
      this.events.push({
        kind: "written",
        ...{ key, by, field, value, before: values[field], beforeBy: writers[field] },
      });
      values[field] = value;
      writers[field] = by;
    }
    const dimension = this.dimensions.get(key);
    if (dimension !== undefined) dimension.version++;
  }
}

function missing(): Response {
  return refusal({ status: 404, code: "BadRequest_ResourceNotFound" });
}

function tagOf({ version }: Dimension): string {
  return `W/"${version}"`;
}

function contextOf(key: string): string {
  const [parentType, parentId] = key.split("/");
  return `https://business.example/api/v1.0/$metadata#companies(${COMPANY})/${parentType}(${parentId})/defaultDimensions`;
}

function shown(key: string, dimension: Dimension): Record<string, string> {
  const [, parentId = "", dimensionId = ""] = key.split("/");
  const { dimensionValueId, postingValidation } = dimension.values;
  return {
    "@odata.etag": tagOf(dimension),
    ...{ parentId, dimensionId, dimensionCode: `DIM-${dimensionId.slice(-1)}` },
    ...{ dimensionValueCode: `CODE-${dimensionValueId.slice(-4)}` },
    ...{ dimensionValueId, postingValidation: postingValidation.replaceAll(" ", BLANK) },
  };
}
