#!/bin/sh
# Starts an api process of the installation that compose.yaml describes. Without PUBLIC_URL it is one to look at, for the
# browsers of this machine alone; it makes its keys itself then.
set -eu
shared=/var/lib/ostatok

# prints a key that all api processes share; several may begin at once
shared_key() {
  if [ ! -s "$shared/keys/$1" ]; then
    (umask 077 && od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$shared/keys/$1.$$" && ln "$shared/keys/$1.$$" "$shared/keys/$1") || true
    rm -f "$shared/keys/$1.$$"
  fi
  cat "$shared/keys/$1"
}

if [ -z "${PUBLIC_URL:-}" ]; then
  export PUBLIC_URL="http://localhost:$NGINX_HTTP_PORT" BASE_DOMAIN=localhost SANDBOX=1
  # addresses and passwords are to be seen among the lines
  export LOG_LEVEL="${LOG_LEVEL:-warn}"
  export SECRET_KEY="${SECRET_KEY:-$(shared_key secret-key)}" BACKUP_KEY="${BACKUP_KEY:-$(shared_key backup-key)}"
else
  export NODE_ENV=production
fi
if [ -z "${DATABASE_URL:-}" ]; then
  until [ -s /run/ostatok-password/database-password ]; do sleep 0.2; done
  export DATABASE_URL="postgres://ostatok:$(cat /run/ostatok-password/database-password)@postgres:5432/ostatok"
fi
[ -n "${BACKUP_URL:-}" ] || export BACKUP_DIR=/var/backups/ostatok

# letters and files that the built-in chat and mailbox show are the same for all
install -d "$OSTATOK_HOME"
install -d -m 700 "$OSTATOK_HOME/secrets"
for name in outbox sandbox-files; do ln -sfn "$shared/$name" "$OSTATOK_HOME/$name"; done
exec node --max-semi-space-size=2 api/dist/main.mjs
