#!/bin/sh
# Runs nginx on the files that the platform writes, once there are any, and reloads it when the platform asks for it.
set -eu
folder=/var/lib/ostatok/nginx
until [ -s "$folder/nginx.conf" ]; do sleep 0.2; done
: > "$folder/reload"
nginx -e stderr -c "$folder/nginx.conf" -g 'daemon off;' &
nginx=$!
trap 'kill -TERM "$nginx"' TERM INT
inotifywait --quiet --monitor --event close_write --format . "$folder/reload" | while read -r _; do kill -HUP "$nginx"; done &
# a signal ends the first wait, not nginx
wait "$nginx" || wait "$nginx"
