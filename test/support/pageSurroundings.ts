import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECRETS_PROVIDER } from "./keyServer.js";
import { ROOT } from "./sandbox.js";

/**
 * Links packages that this checkout has installed and built, as `npm install` would unpack them. Runs no tests, because it runs
 * in a test.
 */
const NPM = `
case "$*" in
  "ci" | "run build" | "test" | "run test:all") ;;
  "install pulumi-vendorcloud @pulumi/pulumi"*)
    if [ ! -e node_modules ]; then
      mkdir -p node_modules/.bin
      ln -s "${ROOT}" node_modules/pulumi-vendorcloud
      ln -s "${ROOT}/node_modules/@pulumi" node_modules/@pulumi
      ln -s ../pulumi-vendorcloud/dist/cli/main.js node_modules/.bin/vendorcloud
    fi
    if [[ "$*" == *" vendorcloud-emulator" ]]; then npm install --save-dev vendorcloud-emulator; fi ;;
  "install "*"pulumi-vendorcloud-native-"*".tgz @pulumi/pulumi")
    mkdir -p node_modules/pulumi-vendorcloud-native
    tar -xzf "$2" -C node_modules/pulumi-vendorcloud-native --strip-components=1
    ln -s "${ROOT}/node_modules/@pulumi" node_modules/@pulumi ;;
  "install --save-dev tsx")
    mkdir -p node_modules/.bin
    ln -s "${ROOT}/node_modules/tsx" node_modules/tsx
    ln -s ../tsx/dist/cli.mjs node_modules/.bin/tsx ;;
  "install --save-dev vendorcloud-emulator")
    mkdir -p node_modules/.bin
    ln -s "${ROOT}/emulator" node_modules/vendorcloud-emulator
    ln -s ../vendorcloud-emulator/bin.js node_modules/.bin/vendorcloud-emulator ;;
  "run "*) cd "${ROOT}" && PATH=$others exec npm "$@" ;;
  *) PATH=$others exec npm "$@" ;;
esac
`;

/** Fails if a service refuses the request, because that is an error of the page. */
const CURL = `PATH=$others exec curl --fail --silent --show-error "$@"`;

/** Stacks have keys of {@link SECRETS_PROVIDER}. Updates run no previews, because `pulumi preview` covers them. */
const PULUMI = `
case "$1 $2" in
  "stack init") set -- "$@" --secrets-provider ${SECRETS_PROVIDER} ;;
  "up "* | "refresh "* | "destroy "*)
    case "$*" in *--preview-only*) ;; *) set -- "$@" --skip-preview ;; esac ;;
esac
PATH=$others exec pulumi "$@"
`;

/** Writes commands that replace those of the machine, in a directory for the beginning of PATH. */
export function writeStandIns(directory: string): void {
  mkdirSync(directory);
  for (const [name, text] of Object.entries({ npm: NPM, curl: CURL, pulumi: PULUMI })) {
    // The machine's own commands are in the other folders of PATH.
    const start = `#!/bin/bash\nset -e\nothers=\${PATH/"$(dirname "$0"):"/}\n`;
    writeFileSync(join(directory, name), `${start}${text}\n`);
    chmodSync(join(directory, name), 0o755);
  }
}
