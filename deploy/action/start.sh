#!/usr/bin/env bash
# Installs Hookwell in a folder of its own, starts it and waits until it is ready. The address and an API key go to
# the steps that follow, as outputs and as environment variables. The runner ends the server with the job.
set -euo pipefail

if [ -z "$PACKAGE" ]; then
  # The client's package begins with "hookwell-client".
  PACKAGE=$(find "$GITHUB_ACTION_PATH/../../dist/packages" -name 'hookwell-[0-9]*.tgz' 2>/dev/null | head -n 1 || true)
  if [ -z "$PACKAGE" ]; then
    echo "::error::There is no package: run \"npm ci && npm run build:packages\" in Hookwell's folder first, or give the input package"
    exit 1
  fi
fi

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/hookwell.XXXXXX")
log="$folder/server.log"
ready="$folder/ready"
export HOOKWELL_DATABASE_URL="sqlite:$folder/data/hookwell.db"

# Without it npm looks for a project in the folders above.
echo '{}' >"$folder/package.json"
npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error "$PACKAGE"
hookwell="$folder/node_modules/.bin/hookwell"

"$hookwell" serve --ready-file "$ready" >"$log" 2>&1 &
server=$!

deadline=$((SECONDS + START_TIMEOUT))
until [ -e "$ready" ]; do
  if ! kill -0 "$server" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
    echo "::error::Hookwell did not start"
    cat "$log"
    kill "$server" 2>/dev/null || true
    exit 1
  fi
  sleep 0.2
done

"$hookwell" account create --email ci@example.com --plan enterprise
key=$("$hookwell" key create --email ci@example.com --name "${GITHUB_JOB:-ci}")
url=$(head -n 1 "$ready")

echo "::add-mask::$key"
printf 'url=%s\nkey=%s\nlog=%s\npid=%s\n' "$url" "$key" "$log" "$server" >>"$GITHUB_OUTPUT"
printf 'HOOKWELL_URL=%s\nHOOKWELL_API_KEY=%s\n' "$url" "$key" >>"$GITHUB_ENV"
