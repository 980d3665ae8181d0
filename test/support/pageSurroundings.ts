import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECRETS_PROVIDER } from "./keyServer.js";
import { ROOT } from "./sandbox.js";

/**
 * Installs nothing that this checkout has installed and built already: it is linked, as `npm install` would unpack it.
 * Tests that run begin no tests.
 */
const NPM = `
case "$*" in
  "ci" | "run build" | "test") ;;
  "install pulumi-vendorcloud @pulumi/pulumi"*)
    if [ ! -e node_modules ]; then
      mkdir -p node_modules/.bin
      ln -s "${ROOT}" node_modules/pulumi-vendorcloud
      ln -s "${ROOT}/node_modules/@pulumi" node_modules/@pulumi
      ln -s ../pulumi-vendorcloud/dist/cli/main.js node_modules/.bin/vendorcloud
    fi
    if [[ "$*" == *" vendorcloud-emulator" ]]; then npm install --save-dev vendorcloud-emulator; fi ;;
  "install ./sdks/nodejs")
    cp -r sdks/nodejs node_modules/pulumi-vendorcloud-native ;;
  "install --save-dev vendorcloud-emulator")
    mkdir -p node_modules/.bin
    ln -s "${ROOT}/emulator" node_modules/vendorcloud-emulator
    ln -s ../vendorcloud-emulator/bin.js node_modules/.bin/vendorcloud-emulator ;;
  "run "*) cd "${ROOT}" && PATH=\${PATH#*:} exec npm "$@" ;;
  *) PATH=\${PATH#*:} exec npm "$@" ;;
esac
`;

/** PYTHONPATH has the SDK already. */
const PIP = `[ "$*" = "install ./sdks/python" ] && [ -e sdks/python/pyproject.toml ]`;

/** A request that a service refuses is a mistake of the page. */
const CURL = `PATH=\${PATH#*:} exec curl --fail --silent --show-error "$@"`;

/**
 * Stacks have keys of {@link SECRETS_PROVIDER}, and updates no previews, which `pulumi preview` shows as well. The language
 * hosts that `npm test` builds are too old to generate SDKs: those come from the same generators as the command's own.
 */
const PULUMI = `
case "$1 $2" in
  "stack init") set -- "$@" --secrets-provider ${SECRETS_PROVIDER} ;;
  "package gen-sdk")
    [[ "$3" == *pulumi-resource-vendorcloud && "$4 $6 $7 $8" == "--language --local --out sdks" ]]
    if ! printed=$(PATH=\${PATH#*:} pulumi "$@" 2>&1); then
      [[ "$printed" == *"unknown method GeneratePackage"* ]] || { echo "$printed"; exit 1; }
      mkdir -p sdks
      cp -r "$NATIVE_SDKS/$5" sdks/
    fi
    exit ;;
  "up "* | "refresh "* | "destroy "*)
    case "$*" in *--preview-only*) ;; *) set -- "$@" --skip-preview ;; esac ;;
esac
PATH=\${PATH#*:} exec pulumi "$@"
`;

/** Commands that take the place of the machine's own, in a directory for the beginning of PATH. */
export function writeStandIns(directory: string): void {
  mkdirSync(directory);
  for (const [name, text] of Object.entries({ npm: NPM, curl: CURL, pulumi: PULUMI, pip: PIP })) {
    writeFileSync(join(directory, name), `#!/bin/bash\nset -e\n${text}\n`);
    chmodSync(join(directory, name), 0o755);
  }
}
