#!/bin/sh
# Starts one of the api processes of the installation that stack.yaml describes. Settings are in a secret of the swarm, as
# NAME=value in each line, so that nobody who asks the engine is shown them.
set -eu
secrets=/run/secrets
engine=/var/run/docker.sock

while IFS= read -r line || [ -n "$line" ]; do
  case $line in '' | '#'*) ;; *) export "$line" ;; esac
done < "$secrets/settings"
[ -n "${DATABASE_URL:-}" ] \
  || export DATABASE_URL="postgres://ostatok:$(cat "$secrets/database-password")@$DATABASE_ADDRESS:5432/ostatok"

# the machine's address in the private network, and the port of this one of the processes
HOST=$(node -e "require('node:http').get({ socketPath: '$engine', path: '/info' }, async (answer) =>
  console.log(JSON.parse((await answer.toArray()).join('')).Swarm.NodeAddr))")
PORT=$((2999 + SLOT))
echo "http://$HOST:$PORT/readyz" > /run/ostatok-ready
export HOST PORT NGINX_HOST="$HOST" NODE_ENV=production HOSTING=swarm OSTATOK_HOME=/var/lib/ostatok

group=$(stat -c %g "$engine")
[ "$group" != 0 ] || { echo 'Движок контейнеров отвечает одному root. Создайте группу docker (groupadd docker) и перезапустите движок' >&2; exit 1; }
chown -R ostatok:ostatok "$OSTATOK_HOME"
exec setpriv --reuid=ostatok --regid=ostatok --groups="$group" --inh-caps=-all --bounding-set=-all --no-new-privs \
  node --max-semi-space-size=2 api/dist/main.mjs
