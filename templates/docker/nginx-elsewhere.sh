#!/bin/sh
# Stands for nginx in the containers of the platform: tests files as nginx does, and lets the container of nginx know when
# it shall read them anew.
set -eu
case " $* " in
  *' -s reload '*) echo > /var/lib/ostatok/nginx/reload ;;
  *) exec nginx "$@" ;;
esac
