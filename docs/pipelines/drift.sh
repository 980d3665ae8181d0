#!/usr/bin/env bash
# Compares the services with the program, and changes nothing, not even the state.
#
#   STACK=production drift.sh
#
# The exit code is 0 without drift and 7 with drift. With any other code it could not compare.
set -euo pipefail

export PATH="$PWD/node_modules/.bin:$PATH"
pulumi preview --stack "$STACK" --refresh --diff --expect-no-changes --non-interactive --suppress-progress
