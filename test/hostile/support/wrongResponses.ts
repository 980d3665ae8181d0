import type { Received, Response } from "../../support/message.js";

/** Makes another response out of the documented one. */
export type Distort = (good: Response, request: Received) => Response;

const body =
  (value: unknown, status?: number): Distort =>
  (good) => ({
    ...good,
    ...(status === undefined ? {} : { status }),
    body: value,
  });

const OTHER_ID = "0b5e1c77-0000-4000-8000-00000000beef";
/** That a service does not have what was asked for. */
export const error = { code: "ResourceNotFound", message: "There is no such resource." };

/** Whatever the request is, none of these is the documented response to it. */
export const wrong: Record<string, Distort> = {
  "a greeting": () => ({ status: 200, headers: { "content-type": "text/plain" }, text: "Welcome" }),
  "an empty body": () => ({ status: 200 }),
  null: body(null, 200),
  "a list": body([], 200),
  "a list of what was asked for": (good) => ({ ...good, status: 200, body: [good.body ?? {}] }),
  "an empty object": body({}, 200),
  "a number": body(0, 200),
  true: body(true, 200),
  "an error": body({ error }, 200),
  "an error with status 201": body({ error }, 201),
  "an error beside what was asked for": (good) => ({
    status: 200,
    body: { ...(good.body as object), value: [], error },
  }),
  "an error in capitals": body({ Error: error, value: null }, 200),
  "a list in the place of records": body({ value: null }, 200),
  "a record that is none": body({ value: [null] }, 200),
  "a record of another id": body({ id: OTHER_ID, number: "9999", value: [{ id: OTHER_ID }] }, 200),
  "another group": body(
    { id: `/subscriptions/s/x/${OTHER_ID}`, name: OTHER_ID, properties: { provisioningState: "Succeeded" } },
    200,
  ),
  "an empty list that goes on": body({ value: [], "@odata.nextLink": "https://business.example/x" }, 200),
  "an empty list of another company": body(
    { "@odata.context": `https://b.example/$metadata#companies(${OTHER_ID})/items`, value: [] },
    200,
  ),
  "a copy of it with another status": (good) => ({ ...good, status: 203 }),
  "a part of it": (good) => ({ ...good, status: 206 }),
  "many of it": (good) => ({ ...good, status: 207 }),
  "what has not changed": () => ({ status: 304 }),
  "a choice": (good) => ({ ...good, status: 300 }),
  "something of its own": (good) => ({ ...good, status: 299 }),
};
