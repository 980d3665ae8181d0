#!/usr/bin/env bash
# Applies a plan.
#
#   STACK=production apply.sh DIRECTORY/plan.json
#
# `pulumi up` begins with a preview under the plan, and fails there if a resource no longer fits. With --skip-preview it
# would fail after it has changed other resources.
#
# With REFRESH=true it first reads the services, as the preview of the plan must have done. With CHECK_DRIFT=true it ends
# with 7, and nothing is applied, if another client has changed a resource that the plan changes.
#
# Writes the outcome and the first error to DIRECTORY/result, for comment.mjs. INT and TERM, by which a runner cancels a job,
# cancel the update.
set -euo pipefail

plan=$1
result=$(dirname "$plan")/result
export PATH="$PWD/.pulumi-cli/pulumi:$PWD/node_modules/.bin:$PATH"
rm -f "$result"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Runs the CLI in a process group of its own, so that npm's launcher of the CLI does not keep a signal from it. `wait` returns at a
# signal, too: the shell's list of jobs shows whether the CLI has ended.
run_pulumi() {
  local code
  set -m
  pulumi "$@" --stack "$STACK" --non-interactive 2>&1 | (trap '' INT TERM && exec tee -a "$log") &
  set +m
  group=$(jobs -p %%)
  trap 'canceled=true; kill -INT -- "-$group"' INT
  trap 'canceled=true; kill -TERM -- "-$group"' TERM
  while
    code=0
    wait %% || code=$?
    [ -n "$(jobs -r)" ]
  do :; done
  return "$code"
}

# Prints an option for each existing resource that the plan changes.
list_targets() {
  node -e 'for (const [urn, { steps }] of Object.entries(JSON.parse(fs.readFileSync(process.argv[1])).resourcePlans))
    if (steps.some((step) => /update|replace|delete/.test(step))) console.log("--target=" + urn)' "$plan"
}

apply() {
  if [ "${CHECK_DRIFT:-}" = true ]; then
    list_targets >"$log"
    mapfile -t targets <"$log"
    [ ${#targets[@]} = 0 ] || run_pulumi refresh --preview-only --diff --expect-no-changes "${targets[@]}" || {
      local code=$?
      [ "$code" != 7 ] || echo "error: another client has changed a resource that the plan changes" | tee "$log" >&2
      return "$code"
    }
  fi
  local refresh=()
  [ "${REFRESH:-}" != true ] || refresh=(--refresh)
  run_pulumi up --plan "$plan" --yes --suppress-progress ${refresh[@]+"${refresh[@]}"}
}

code=0
apply || code=$?
if [ "$code" = 0 ]; then
  echo applied >"$result"
  exit
fi

outcome="refused, nothing was applied"
! grep -q 'Updating (' "$log" || outcome="failed, not everything was applied"
[ -z "${canceled:-}" ] || outcome="canceled, ${outcome#*, }"
{
  echo "$outcome"
  sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^ *error: ' | grep -vm1 ': \(update\|preview\) failed$' || true
} >"$result"
cat >&2 <<END
apply.sh: ${outcome#*, }. Correct the cause shown above, and apply the same plan again. If the plan no longer fits,
run preview.sh again, review what it shows, and apply the new plan. After a change by another client, both need REFRESH=true.
END
exit "$code"
