#!/usr/bin/env bash
# Previews a stack, without sending anything.
#
#   STACK=production preview.sh DIRECTORY
#
# Writes preview.json for comment.mjs, preview.md for a summary of this job, and plan.json for apply.sh to DIRECTORY. The
# exit code is 0 if all three are complete.
#
# With FAIL_ON=replace,delete,stop,secret, or some of them, the exit code is 3 if the preview contains such a change.
#
# With REFRESH=true it reads the services first, which needs their tokens, and shows what another client has changed.
#
# With WITHOUT_STATE=true, for the pipeline of a fork, which gets no secrets, it previews STACK in an empty state and writes
# no plan. Pulumi.<STACK>.yaml must then hold no secret.
set -euo pipefail

output=$1
mkdir -p "$output"
rm -f "$output"/{preview.json,preview.md,plan.json}
export PATH="$PWD/.pulumi-cli/pulumi:$PWD/node_modules/.bin:$PATH"

preview() {
  [ "${REFRESH:-}" != true ] || set -- --refresh "$@"
  # The steps of replacements include objects that an earlier run replaced and could not delete.
  pulumi preview --stack "$STACK" --json --show-replacement-steps --non-interactive "$@" >"$output/preview.json"
}

explain() {
  vendorcloud explain --full ${FAIL_ON:+--fail-on "$FAIL_ON"} "$output/preview.json" >>"$output/preview.md"
}

code=0
if [ "${WITHOUT_STATE:-}" = true ]; then
  state=$(mktemp -d)
  trap 'rm -rf "$state"' EXIT
  export PULUMI_BACKEND_URL="file://$state" PULUMI_CONFIG_PASSPHRASE=
  pulumi stack init "$STACK" --non-interactive
  printf 'Previewed without the state of a stack: every resource is shown as new.\n\n' >"$output/preview.md"
  preview || code=$?
else
  preview --save-plan "$output/plan.json" || code=$?
fi
explain || {
  code=$?
  [ -s "$output/preview.md" ] || echo "The preview failed. The log of its job says why." >"$output/preview.md"
}
exit "$code"
