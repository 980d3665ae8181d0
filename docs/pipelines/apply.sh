#!/usr/bin/env bash
# Applies a plan.
#
#   STACK=production apply.sh DIRECTORY/plan.json
#
# `pulumi up` begins with a preview under the plan, and fails there if a resource no longer fits. With --skip-preview it
# would fail after it has changed other resources.
#
# INT and TERM, by which a runner cancels a job, cancel the update.
set -euo pipefail

export PATH="$PWD/node_modules/.bin:$PATH"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

set -m # The update is a process group, so npm's launcher of the CLI does not keep a signal from the CLI.
pulumi up --stack "$STACK" --plan "$1" --yes --non-interactive --suppress-progress > >(trap '' INT TERM && tee "$log") &
update=$!
set +m
trap 'kill -INT -- "-$update"' INT
trap 'kill -TERM -- "-$update"' TERM

code=0
wait "$update" || code=$?
while kill -0 -- "-$update" 2>/dev/null; do sleep 0.2; done
[ "$code" != 0 ] || exit 0

applied="nothing was applied"
! grep -q 'Updating (' "$log" || applied="not everything was applied"
cat >&2 <<END
apply.sh: $applied. Correct the cause shown above, and apply the same plan again. If the plan no longer fits,
run preview.sh again, review what it shows, and apply the new plan.
END
exit "$code"
