import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { startEmulator } from "../../../../emulator/index.js";
import * as resources from "../../../../provider/generated/resources.js";
import { version } from "../../../../provider/generated/version.js";
import { attachTo } from "../../../../provider/protocols/engine.js";
import { messages, toStruct } from "../../../../provider/protocols/native/protocol.js";
import { type NativeServer, startServer } from "../../../../provider/protocols/native/server.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { useEnvironment } from "../../../support/environment.js";

const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** The response of a call: messages have a getter for each field. */
type Response = Record<string, (...args: unknown[]) => never>;

const URN = "urn:pulumi:dev::shop::vendorcloud:index:AppUserRemoval::removal";
const args = { ownerName: "demo", appName: "shop", userEmail: "grace@example.com" };
const APPS = { appsUrl: "http://127.0.0.1:9" };

const GROUP_URN = URN.replace("AppUserRemoval", "ContainerGroup");
const group = {
  resourceGroupName: "demo",
  osType: "Linux",
  containers: [{ name: "web", image: "nginx", resources: { requests: { cpu: 1, memoryInGB: 1.5 } } }],
};
const GROUPS = { resourceManagerUrl: "http://127.0.0.1:9", subscriptionId: "of-the-provider" };

const SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

interface Listed {
  id: string;
  name: string;
}

/** What the engine gets from the stream of a list. */
function listed(client: object, request: object): Promise<Listed[]> {
  const found: Listed[] = [];
  const stream = (client as { list(request: object): NodeJS.EventEmitter }).list(request);
  return new Promise((resolve, reject) => {
    stream.on("data", (response: { getResult(): { toObject(): Listed } }) => {
      found.push(response.getResult().toObject());
    });
    stream.on("error", reject);
    stream.on("end", () => resolve(found));
  });
}

type Client = Record<
  string,
  (request: unknown, done: (error: Error | null, response: Response) => void) => void
> & {
  close(): void;
};

describe("the server of the native protocol", () => {
  const useVariables = useEnvironment();
  const servers: NativeServer[] = [];
  const clients: Client[] = [];
  let server: NativeServer;
  let client: Client;
  beforeEach(async () => {
    [server, client] = await start();
  });
  afterEach(() => {
    for (const one of [...clients.splice(0), ...servers.splice(0)]) one.close();
    // A process is attached to one engine.
    attachTo(undefined as never);
  });

  async function start(): Promise<[NativeServer, Client]> {
    const started = await startServer(() => resources);
    servers.push(started);
    const { ResourceProviderClient } = sdkRequire("@pulumi/pulumi/proto/provider_grpc_pb");
    const { credentials } = sdkRequire("@grpc/grpc-js");
    const connected = new ResourceProviderClient(`127.0.0.1:${started.port}`, credentials.createInsecure());
    clients.push(connected);
    return [started, connected];
  }

  const call = (method: string, request: unknown, to = client): Promise<Response> =>
    new Promise((resolve, reject) => {
      to[method]?.(request, (error, response) => (error ? reject(error) : resolve(response)));
    });
  const failureOf = (method: string, request: unknown): Promise<Error> =>
    call(method, request).then(undefined as never, (error) => error);
  const configure = (values: JsonObject, name = "", to = client) =>
    call("configure", new messages.ConfigureRequest().setArgs(toStruct(values)).setName(name), to);
  const checkGroup = (news: JsonObject = group, urn = GROUP_URN, to = client) =>
    call("check", new messages.CheckRequest().setUrn(urn).setNews(toStruct(news)), to);
  /** The subscription of a group whose program names none. */
  const subscriptionOf = async (to = client): Promise<unknown> =>
    json((await checkGroup(group, GROUP_URN, to)).getInputs?.()).subscriptionId;
  const { Empty } = sdkRequire("google-protobuf/google/protobuf/empty_pb");
  const { PluginAttach } = sdkRequire("@pulumi/pulumi/proto/plugin_pb");
  const json = (struct: unknown): JsonObject => (struct as { toJavaScript(): JsonObject }).toJavaScript();

  it("says what it can do", async () => {
    const greeted = await call("handshake", new messages.ProviderHandshakeRequest());
    expect(greeted.getAcceptSecrets?.()).to.equal(true);
    expect(greeted.getSupportsAutonamingConfiguration?.()).to.equal(true);
    expect((await call("getPluginInfo", new Empty())).getVersion?.()).to.equal(version);
    const { name } = JSON.parse(
      String((await call("getSchema", new messages.GetSchemaRequest())).getSchema?.()),
    );
    expect(name).to.equal("vendorcloud");
  });

  it("checks, compares and takes its configuration", async () => {
    const news = toStruct({ appsUrl: "http://127.0.0.1:9", appUrl: "x" });
    const checked = await call("checkConfig", new messages.CheckRequest().setNews(news));
    const [failure] = (checked.getFailuresList?.() ?? []) as { getReason(): string }[];
    expect(failure?.getReason()).to.include("did you mean appsUrl?");
    const same = new messages.DiffRequest().setOlds(news).setOldInputs(news).setNews(news);
    expect((await call("diffConfig", same)).getChanges?.()).to.equal(
      messages.DiffResponse.DiffChanges.DIFF_NONE,
    );
    const response = await configure(APPS);
    expect(response.getAcceptsecrets?.()).to.equal(true);
    expect(response.getSupportspreview?.()).to.equal(true);
    expect(response.getSupportsAutonamingConfiguration?.()).to.equal(true);
  });

  it("distinguishes the engine's own providers from one that a program has named like them", async () => {
    useVariables({ VENDORCLOUD_SUBSCRIPTION_ID: "of-the-environment" });
    const taken = async (name: string): Promise<unknown> => {
      const [, to] = await start();
      await configure(GROUPS, name, to);
      return subscriptionOf(to);
    };
    for (const name of ["default", "default_1_2_3", "default_10_20_30_rc.1", "default_https_/a.example/b"])
      expect(await taken(name), name).to.equal("of-the-environment");
    for (const name of ["default_eu", "default_", "default_1_eu", "defaults", "my-default", "default_1_2"])
      expect(await taken(name), name).to.equal("of-the-provider");
  });

  it("keeps its first configuration for one run of the engine", async () => {
    const take = (subscriptionId: string) => configure({ ...GROUPS, subscriptionId }, "eu");
    await take("first");
    expect((await take("second")).getAcceptsecrets?.()).to.equal(true);
    expect(await subscriptionOf()).to.equal("first");
    // A process that is debugged serves one run after another.
    await call("attach", new PluginAttach().setAddress("127.0.0.1:4711"));
    await take("third");
    expect(await subscriptionOf()).to.equal("third");
  });

  it("knows no resource of the run before, after the engine of another run has attached", async () => {
    const named = { ...group, containerGroupName: "web" };
    for (const name of ["web", "renamed"]) {
      await call("attach", new PluginAttach().setAddress("127.0.0.1:4711"));
      await configure(GROUPS);
      const checked = await checkGroup(named, GROUP_URN.replace("removal", name));
      expect(checked.getFailuresList?.()).to.deep.equal([]);
      await call("cancel", new Empty());
    }
  });

  it("names a group as the stack's configuration says, and keeps the name of the state", async () => {
    await configure(GROUPS);
    const { AutonamingOptions } = messages.CheckRequest;
    const { PROPOSE, ENFORCE, DISABLE } = AutonamingOptions.Mode;
    const response = (mode: 0 | 1 | 2, olds: JsonObject = {}) => {
      const autonaming = new AutonamingOptions().setMode(mode).setProposedName("Dev_Web");
      const request = new messages.CheckRequest()
        .setUrn(GROUP_URN)
        .setOlds(toStruct(olds))
        .setNews(toStruct(group));
      return call("check", request.setAutonaming(autonaming));
    };
    const nameOf = async (mode: 0 | 1 | 2, olds?: JsonObject) =>
      json((await response(mode, olds)).getInputs?.()).containerGroupName;
    expect(await nameOf(PROPOSE)).to.equal("dev-web");
    expect(await nameOf(ENFORCE)).to.equal("Dev_Web");
    const [failure] = ((await response(DISABLE)).getFailuresList?.() ?? []) as { getReason(): string }[];
    expect(failure?.getReason()).to.include("disables automatic names");
    expect(await nameOf(PROPOSE, { ...group, containerGroupName: "earlier" })).to.equal("earlier");
    expect(await nameOf(PROPOSE), "a replacement has no earlier inputs").to.equal("earlier");
  });

  it("previews a create, shows a change and an update, and reads and deletes an action without a request", async () => {
    await configure(APPS);
    const checked = await call("check", new messages.CheckRequest().setUrn(URN).setNews(toStruct(args)));
    expect(json(checked.getInputs?.())).to.deep.equal(args);
    const create = new messages.CreateRequest().setUrn(URN).setProperties(toStruct(args)).setPreview(true);
    expect(json((await call("create", create)).getProperties?.())).to.deep.equal(args);

    const news = toStruct({ ...args, appName: "other" });
    const olds = toStruct(args);
    const id = "demo/shop/grace@example.com";
    const of = <Request extends { setUrn(urn: string): Request; setId(id: string): Request }>(
      request: Request,
    ) => request.setUrn(URN).setId(id);
    const diff = of(new messages.DiffRequest()).setOlds(olds).setOldInputs(olds).setNews(news);
    const found = await call("diff", diff);
    const details = found.getDetaileddiffMap?.() as unknown as Map<string, { getKind(): number }>;
    expect(details.get("appName")?.getKind()).to.equal(messages.PropertyDiff.Kind.UPDATE_REPLACE);
    expect(found.getReplacesList?.()).to.deep.equal(["appName"]);

    const update = of(new messages.UpdateRequest()).setOlds(olds).setOldInputs(olds).setNews(news);
    const updated = await call("update", update.setPreview(true));
    expect(json(updated.getProperties?.())).to.include({ appName: "other" });
    const read = of(new messages.ReadRequest()).setProperties(olds).setInputs(olds);
    expect((await call("read", read)).getId?.()).to.equal(id);
    await call("delete", of(new messages.DeleteRequest()).setProperties(olds).setOldInputs(olds));
  });

  it("lists the objects that a resource can be imported as", async () => {
    const emulator = await startEmulator({ seed: "demo", pageSize: 400 });
    const [company] = emulator.business.list("companies");
    const settings = {
      ...{ resourceManagerUrl: emulator.url, resourceManagerToken: "t", subscriptionId: SUBSCRIPTION },
      ...{ businessUrl: emulator.url, businessToken: "t", companyId: company?.id },
    };
    const list = (title: string, query: JsonObject, limit = 0) => {
      const request = new messages.ListRequest().setToken(`vendorcloud:index:${title}`);
      return listed(client, request.setQuery(toStruct(query)).setLimit(limit));
    };
    try {
      await configure(settings as JsonObject);
      const customers = await list("Customer", {});
      expect(customers).to.have.length(emulator.business.list("customers").length);
      expect(await list("Customer", {}, 3)).to.deep.equal(customers.slice(0, 3));
      const [first] = customers;
      expect(await list("Customer", { filter: `number eq '${first?.name}'` })).to.deep.equal([first]);
      const [dimension] = await list("DefaultDimension", { parentType: "customers" });
      expect(dimension?.id).to.match(new RegExp(`^customers/${first?.id}/[-\\da-f]{36}$`));
      expect(dimension?.name).to.match(new RegExp(`^customers ${first?.name} [A-Z]+$`));
      expect(
        (await list("ContainerGroup", { resourceGroupName: "demo" })).map(({ name }) => name),
      ).to.deep.equal(["demo legacy-web"]);
      for (const [title, query, message] of [
        ["DefaultDimension", { parentType: "shops" }, "list: parentType: must be one of items, customers"],
        ["Customer", { filter: "nothing eq 1" }, "list 'customers': read failed: 400 "],
        ["Customer", { filters: "x" }, "list: filters: "],
        ["ContainerGroup", { subscriptionId: "s/t" }, "list: subscriptionId: must be a name without a slash"],
        ["SalesQuote", {}, "the package has no list of vendorcloud:index:SalesQuote."],
      ] as [string, JsonObject, string][]) {
        const failure = await list(title, query).then(undefined as never, (error: Error) => error);
        expect((failure as unknown as Error).message).to.include(message);
      }
    } finally {
      await emulator.close();
    }
  });

  it("reads messages of more than 4 MiB, which a gRPC server refuses by default", async () => {
    const news = toStruct({ appsUrl: "x".repeat(5 * 1024 * 1024) });
    const diff = new messages.DiffRequest().setNews(news);
    expect((await call("diffConfig", diff)).getChanges?.()).to.equal(
      messages.DiffResponse.DiffChanges.DIFF_SOME,
    );
  });

  it("repeats no request once the run is canceled", async () => {
    let requests = 0;
    const service = createServer((_, response) => {
      requests++;
      response.writeHead(503).end();
    });
    await once(service.listen(0, "127.0.0.1"), "listening");
    try {
      const appsUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      await configure({ appsUrl, appsToken: "canary-token" });
      await call("cancel", new Empty());
      const create = new messages.CreateRequest().setUrn(URN).setProperties(toStruct(args));
      expect((await failureOf("create", create)).message).to.include("503");
      expect(requests).to.equal(1);
    } finally {
      service.close();
    }
  });

  it("serves nothing once it is closed", async () => {
    await call("getPluginInfo", new Empty());
    server.close();
    expect(await failureOf("getPluginInfo", new Empty())).to.have.property(
      "code",
      sdkRequire("@grpc/grpc-js").status.UNAVAILABLE,
    );
  });
});
