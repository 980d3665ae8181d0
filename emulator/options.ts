/** How an emulator is started. */
export interface EmulatorOptions {
  /** TCP port to listen on; 0 takes any free one. Default 0. */
  port?: number;
  /** Address to listen on, a loopback address only. Default "127.0.0.1". */
  host?: string;
  /** The only bearer token that is accepted. Default: every token that is not empty. */
  token?: string;
  /** What exists at the start: "demo" has one container group to adopt, "empty" has nothing. Default "empty". */
  seed?: "demo" | "empty";
  /**
   * How many reads (of a container group or of its operation's status) after a PUT still show a provisioning
   * state that is not final. With 0 the answer to the PUT itself is final. Default 1.
   */
  provisioningPolls?: number;
  /**
   * Whether PUT and DELETE of a container group are refused with 409 while it is being provisioned. A group in
   * state "Deleting" refuses them always. Default false.
   */
  refuseWhileTransitioning?: boolean;
}

/** Options with every default filled in; only `token` may be missing. */
export type Settings = Required<Omit<EmulatorOptions, "token">> & Pick<EmulatorOptions, "token">;

/** Fills in defaults and refuses what the emulator must not do. */
export function settingsFrom(options: EmulatorOptions): Settings {
  const settings: Settings = {
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    token: options.token,
    seed: options.seed ?? "empty",
    provisioningPolls: options.provisioningPolls ?? 1,
    refuseWhileTransitioning: options.refuseWhileTransitioning ?? false,
  };
  // Anybody who can connect may read secrets and change what is stored: never beyond this machine.
  if (!isLoopback(settings.host)) {
    throw new RangeError(`The emulator listens on loopback addresses only, not on '${settings.host}'.`);
  }
  if (!Number.isInteger(settings.provisioningPolls) || settings.provisioningPolls < 0) {
    throw new RangeError("provisioningPolls must be a whole number, 0 or more.");
  }
  return settings;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
