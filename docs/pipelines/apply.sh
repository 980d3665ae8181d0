#!/usr/bin/env bash
# Applies what was previewed, or nothing.
#
#   STACK=production apply.sh DIRECTORY/plan.json
#
# `pulumi up` begins with a preview, which is held to the plan as well: when any resource does not fit it any more, the
# command ends there. With --skip-preview it would find that out in the middle.
set -euo pipefail

export PATH="$PWD/node_modules/.bin:$PATH"
pulumi up --stack "$STACK" --plan "$1" --yes --non-interactive --suppress-progress || {
  code=$?
  cat >&2 <<'END'
apply.sh: not everything was applied. Correct the cause that is shown above, and apply the same plan again. When that is
refused with "violates plan", "is not allowed by the plan" or "expected resource operations", nothing was sent: run
preview.sh again, review what it shows, and apply the new plan.
END
  exit "$code"
}
