#!/usr/bin/env bash
# Applies a plan.
#
#   STACK=production apply.sh DIRECTORY/plan.json
#
# `pulumi up` begins with a preview under the plan, and fails there if a resource no longer fits. With --skip-preview it
# would fail after it has changed other resources.
set -euo pipefail

export PATH="$PWD/node_modules/.bin:$PATH"
pulumi up --stack "$STACK" --plan "$1" --yes --non-interactive --suppress-progress || {
  code=$?
  cat >&2 <<'END'
apply.sh: not everything was applied. Correct the cause shown above, and apply the same plan again. If the plan is
refused with "violates plan", "is not allowed by the plan" or "expected resource operations", nothing was sent: run
preview.sh again, review what it shows, and apply the new plan.
END
  exit "$code"
}
