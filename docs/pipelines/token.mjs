// Prints an access token as JSON, for a setting such as VENDORCLOUD_RESOURCE_MANAGER_TOKEN_COMMAND="node pipelines/token.mjs".
// It requests the token from an OAuth 2.0 token endpoint (RFC 6749, 4.4), and authenticates with the first of these that is set:
//   CLIENT_SECRET                      a client secret
//   ID_TOKEN                           GitLab CI: the variable that the job names under `id_tokens`
//   ID_TOKEN_FILE                      a workload identity: the file of the service account's token in a Kubernetes pod
//   ACTIONS_ID_TOKEN_REQUEST_URL       GitHub Actions: the identity of the job, which needs the permission `id-token: write`
// Also needed: TOKEN_ENDPOINT, CLIENT_ID, and the scope as the first argument or in SCOPE. ID_TOKEN_AUDIENCE is the audience of GitHub's token (default
// api://AzureADTokenExchange).

import { readFile } from "node:fs/promises";

const { TOKEN_ENDPOINT, CLIENT_ID, CLIENT_SECRET, ID_TOKEN, ID_TOKEN_FILE } = process.env;
const [, , SCOPE = process.env.SCOPE] = process.argv;

try {
  process.stdout.write(JSON.stringify(await requestToken()));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function requestToken() {
  const missing = Object.entries({ TOKEN_ENDPOINT, CLIENT_ID, SCOPE }).filter(([, value]) => !value);
  if (missing.length > 0) throw new Error(`not set: ${missing.map(([name]) => name).join(", ")}`);
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: CLIENT_ID,
    scope: SCOPE,
    ...(await proof()),
  });
  const { access_token, expires_in } = await readJson({ TOKEN_ENDPOINT }, { method: "POST", body });
  if (!access_token) throw new Error("TOKEN_ENDPOINT responded without access_token");
  return { access_token, expires_in };
}

async function proof() {
  if (CLIENT_SECRET) return { client_secret: CLIENT_SECRET };
  const assertion = ID_TOKEN || (await readTokenFile()) || (await requestGitHubToken());
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  return { client_assertion: assertion, client_assertion_type };
}

/** Kubernetes replaces the file before its token expires. */
async function readTokenFile() {
  return ID_TOKEN_FILE && (await readFile(ID_TOKEN_FILE, "utf8")).trim();
}

async function requestGitHubToken() {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env;
  if (!url)
    throw new Error(
      "not set: CLIENT_SECRET, ID_TOKEN, ID_TOKEN_FILE or, in GitHub Actions, the permission id-token: write",
    );
  const audience = process.env.ID_TOKEN_AUDIENCE || "api://AzureADTokenExchange";
  const address = { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}&audience=${encodeURIComponent(audience)}` };
  const { value } = await readJson(address, { headers: { Authorization: `Bearer ${token}` } });
  return value;
}

/**
 * Sends a secret to the address of a variable, and follows no redirect, which could lead to another host. Prints only the code of a
 * refusal, because its description may quote the request.
 */
async function readJson(variable, request) {
  const [[name, address]] = Object.entries(variable);
  const { protocol, hostname, origin, pathname } = URL.canParse(address) ? new URL(address) : {};
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback))
    throw new Error(`${name} must be an https address (http only for a loopback host)`);
  const response = await fetch(address, { ...request, redirect: "error" }).catch(({ cause }) => {
    throw new Error(`${origin}${pathname}: ${cause?.code ?? cause?.message ?? "the request failed"}`);
  });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const code = /^\w+$/.exec(body.error ?? "") ?? "";
  throw new Error(`${origin}${pathname} responded with ${response.status} ${code}`.trim());
}
