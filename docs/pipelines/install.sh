#!/usr/bin/env bash
# Installs the packages of package-lock.json, and the Pulumi CLI at this version unless PATH has it. All jobs use one version,
# because plans are an experimental feature of Pulumi. Options are those of `npm ci`.
set -euo pipefail

VERSION=3.276.0

npm ci "$@"
if [ "$(pulumi version 2>/dev/null)" != "v$VERSION" ]; then
  system=$(uname -s | tr A-Z a-z)
  machine=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  mkdir -p .pulumi-cli
  curl --fail --silent --show-error --location --retry 3 \
    "https://get.pulumi.com/releases/sdk/pulumi-v$VERSION-$system-$machine.tar.gz" | tar -xzC .pulumi-cli
fi
