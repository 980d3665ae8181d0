#!/usr/bin/env bash
# Compares the services with the program, and changes nothing, not even the state.
#
#   STACK=production drift.sh
#
# Ends with 0 when nothing differs and with 7 when something does; with any other code it could not look.
set -euo pipefail

export PATH="$PWD/node_modules/.bin:$PATH"
pulumi preview --stack "$STACK" --refresh --diff --expect-no-changes --non-interactive --suppress-progress
