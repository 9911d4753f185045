#!/bin/sh
# Runs nginx before all api processes of the installation that stack.yaml describes: each machine may have any of them.
set -eu
for machine in $(echo "$MACHINES" | tr ',' ' '); do
  NGINX_UPSTREAMS="${NGINX_UPSTREAMS:+$NGINX_UPSTREAMS,}$machine:3000,$machine:3001"
done
export NGINX_UPSTREAMS NGINX_DIR=/tmp/nginx TLS_CERT=/run/secrets/tls-certificate TLS_KEY=/run/secrets/tls-key
as_ostatok() { setpriv --reuid=ostatok --regid=ostatok --clear-groups --no-new-privs "$@"; }
as_ostatok node api/src/write-wildcard-site.ts
exec setpriv --reuid=ostatok --regid=ostatok --clear-groups --no-new-privs \
  --inh-caps=-all,+net_bind_service --ambient-caps=-all,+net_bind_service \
  nginx -e stderr -c "$NGINX_DIR/nginx.conf" -g 'daemon off;'
