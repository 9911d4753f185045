#!/bin/sh
# Starts PostgreSQL with its archive, and makes both when they are not there yet. Root gives itself up for the server.
set -eu
folder=/var/lib/postgresql/17
data=$folder/main
password=/run/ostatok-password/database-password
programs=/usr/lib/postgresql/17/bin
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }

umask 077
chown postgres:postgres "$folder" /var/lib/pgbackrest
if [ ! -s "$password" ]; then
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > "$password.new"
  mv "$password.new" "$password"
fi

[ ! -s /run/secrets/archive-key ] || ARCHIVE_KEY=$(cat /run/secrets/archive-key)
cat > /etc/pgbackrest.conf << END
[global]
repo1-path=/var/lib/pgbackrest
repo1-retention-full-type=time
repo1-retention-full=14
repo1-bundle=y
compress-type=zst
start-fast=y
log-level-console=warn
log-level-file=off
${ARCHIVE_KEY:+repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=$ARCHIVE_KEY}

[ostatok]
pg1-path=$data
pg1-user=ostatok
END
chown postgres /etc/pgbackrest.conf

# a folder that was begun and not finished is begun anew
if [ ! -d "$data" ]; then
  rm -rf "$folder/beginning"
  install -o postgres -m 600 "$password" /tmp/password
  as_postgres "$programs/initdb" -D "$folder/beginning" -U ostatok --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8 \
    --auth-local=trust --auth-host=scram-sha-256 > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$folder/beginning/pg_hba.conf"
  echo 'create database ostatok' | as_postgres "$programs/postgres" --single -D "$folder/beginning" postgres > /dev/null
  mv "$folder/beginning" "$data"
fi

# the repository is made, and the first backup, once the server answers
(
  until as_postgres "$programs/pg_isready" -q -U ostatok; do sleep 1; done
  as_postgres pgbackrest --stanza=ostatok stanza-create
  as_postgres pgbackrest --stanza=ostatok info --output=json | grep -q '"type":"full"' \
    || as_postgres pgbackrest --stanza=ostatok --type=full backup
) &
install -m 644 /usr/local/share/ostatok/archive.cron /etc/cron.d/ostatok
cron
umask 022
install -d -o postgres -g postgres /run/postgresql
exec setpriv --reuid=postgres --regid=postgres --init-groups "$programs/postgres" -D "$data" \
  -c listen_addresses="${DATABASE_ADDRESS:-*}" -c max_connections=300 -c unix_socket_directories=/run/postgresql \
  -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000 \
  -c archive_mode=on -c archive_timeout=30 -c archive_command='pgbackrest --stanza=ostatok archive-push %p'
