#!/usr/bin/env bash
# Previews a stack, without sending anything.
#
#   STACK=production preview.sh DIRECTORY
#
# DIRECTORY/preview.json is for comment.mjs, DIRECTORY/preview.md for a summary of this job, DIRECTORY/plan.json for
# apply.sh. Ends with 0 when all are whole.
#
# With WITHOUT_STATE=true, for a fork whose pipeline gets no secrets, the preview is of STACK in an empty state, and
# there is no plan. Pulumi.<STACK>.yaml must then hold no secret.
set -euo pipefail

output=$1
mkdir -p "$output"
rm -f "$output"/{preview.json,preview.md,plan.json}
export PATH="$PWD/node_modules/.bin:$PATH"

preview() {
  # With its steps, the preview also lists what an earlier run has replaced and could not delete.
  pulumi preview --stack "$STACK" --json --show-replacement-steps --non-interactive "$@" >"$output/preview.json"
}

explain() {
  vendorcloud explain "$output/preview.json" >>"$output/preview.md"
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
