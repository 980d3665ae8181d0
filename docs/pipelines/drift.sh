#!/usr/bin/env bash
# Compares the services with the state and with the program. Changes nothing, not even the state.
#
#   STACK=production drift.sh DIRECTORY
#
# The exit code is 0 if nothing differs; 7 if another client has changed something at a service; 8 if nobody has, and the
# program has changes that are not applied. With any other code it could not compare. With 7, DIRECTORY/drift.md says what
# another client has changed.
set -euo pipefail

output=${1:-drift}
mkdir -p "$output"
export PATH="$PWD/.pulumi-cli/pulumi:$PWD/node_modules/.bin:$PATH"

# Succeeds if there are no changes, fails if there are some, and ends the script if that is not known.
compare() {
  local code=0
  pulumi "$@" --stack "$STACK" --expect-no-changes --non-interactive || code=$?
  [ "$code" = 0 ] || [ "$code" = 7 ] || exit "$code"
  return "$code"
}

compare preview --refresh --diff --suppress-progress && exit
if compare refresh --preview-only --json >"$output/drift.json"; then
  echo "drift.sh: the program has changes that are not applied. No other client has changed anything." >&2
  exit 8
fi
vendorcloud explain "$output/drift.json" >"$output/drift.md"
echo "drift.sh: another client has changed what $output/drift.md shows." >&2
compare preview --json >/dev/null || echo "drift.sh: the program has changes that are not applied, too." >&2
exit 7
