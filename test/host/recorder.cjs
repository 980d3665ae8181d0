// Copied into the temporary project: here the hooks run, in the engine's dynamic host.
const { appendFileSync, existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const world = join(__dirname, "world.json");

/** Default hooks: they do as little as the host allows. */
const plainHooks = (kind) => ({
  check: (_olds, news) => ({ inputs: news }),
  diff: () => ({}),
  create: (inputs) => ({ id: `id-of-${kind}`, outs: inputs }),
  update: (_id, _olds, news) => ({ outs: news }),
  read: (id, props) => ({ id, props }),
  delete: () => undefined,
});

const kit = {
  secret: (value) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value }),
  world: () => (existsSync(world) ? JSON.parse(readFileSync(world, "utf8")) : {}),
  say: (urn, message, ephemeral) => sendToEngine(urn, message, ephemeral),
};

/** A provider whose calls are written down before its hooks run. */
exports.record = (kind, factory) => {
  const hooks = { ...plainHooks(kind), ...factory(kit) };
  const recorded = {};
  for (const [hook, work] of Object.entries(hooks)) {
    recorded[hook] = (...args) => {
      const call = { kind, hook, args, pid: process.pid, directory: process.cwd() };
      appendFileSync(join(__dirname, "calls.jsonl"), `${JSON.stringify(call)}\n`);
      return work(...args);
    };
  }
  recorded.configure = async ({ config }) => {
    const call = { kind, hook: "configure", args: [config.rawConfig], pid: process.pid };
    appendFileSync(join(__dirname, "calls.jsonl"), `${JSON.stringify(call)}\n`);
  };
  return recorded;
};

/** The engine's address is the last argument of the host process. */
function sendToEngine(urn, message, ephemeral) {
  const { createRequire } = require("node:module");
  const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));
  const { EngineClient } = ofSdk("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest, LogSeverity } = ofSdk("@pulumi/pulumi/proto/engine_pb");
  const client = new EngineClient(process.argv.at(-1), ofSdk("@grpc/grpc-js").credentials.createInsecure());
  const request = new LogRequest();
  request.setUrn(urn);
  request.setSeverity(LogSeverity.WARNING);
  request.setMessage(message);
  request.setEphemeral(ephemeral);
  return new Promise((resolve, reject) => {
    client.log(request, (error) => (error ? reject(error) : resolve()));
  });
}
