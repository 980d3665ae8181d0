import { expect } from "chai";
import { describe, it } from "mocha";
import { KnownSecrets } from "../../../provider/http/knownSecrets.js";
import { batchable, batchWorld, type OperationAnswer, quiet } from "./batchWorld.js";

const QUOTE = "first-secret-1 and second-secret-2";

/** What the first of two requests is answered, each of which has a secret. */
async function answeredTo(own: OperationAnswer): Promise<unknown> {
  const { send, calls } = batchWorld();
  const secretOf = (text: string) => ({ secrets: new KnownSecrets([text]) });
  const first = send(batchable("a", secretOf("first-secret-1")));
  void send(batchable("b", secretOf("second-secret-2")));
  await quiet();
  await calls[0]?.answerEach(({ url }) => (url === "a" ? own : { status: 204 }));
  return (await first).body;
}

describe("batching: a response that quotes what another request of the batch sent", () => {
  for (const [name, status] of [
    ["a refusal", 400],
    ["a failure of the service", 500],
  ] as const)
    it(`shows no secret of either where it is ${name}`, async () => {
      const body = { error: { code: "Quoting", message: QUOTE } };
      expect(await answeredTo({ status, body })).to.deep.equal({
        error: { code: "Quoting", message: "[secret] and [secret]" },
      });
    });

  it("shows no secret of either where it is an error with the status of a success", async () => {
    const body = { error: { code: "Quoting", message: QUOTE } };
    expect(JSON.stringify(await answeredTo({ status: 200, body }))).to.not.match(/secret-\d/);
  });

  it("is given as it is where it is no error: the request's own secrets are handled by its client", async () => {
    expect(await answeredTo({ status: 200, body: { name: QUOTE } })).to.deep.equal({ name: QUOTE });
  });
});
