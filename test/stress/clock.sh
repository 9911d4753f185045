#!/bin/sh
# clock.sh LIBRARY SECONDS PID COMMAND…: runs the command with a clock that many seconds ahead; PID is a process outside
set -e
library=$1 ahead=$2 outside=$3
shift 3
layer=$(mktemp -d)
mount -t tmpfs none "$layer"
mkdir "$layer/upper" "$layer/work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$layer/upper,workdir=$layer/work" /etc
browser=$(command -v chromium-headless-shell || command -v chromium || true)
if [ -n "$browser" ]; then
  printf '#!/bin/sh\nexec nsenter --mount=/proc/%s/ns/mnt %s "$@"\n' "$outside" "$browser" >"$layer/browser"
  chmod 755 "$layer/browser"
  export CHROMIUM_PATH="$layer/browser"
fi
echo "+$ahead" >/etc/faketimerc
echo "$library" >/etc/ld.so.preload
export FAKETIME_DONT_FAKE_MONOTONIC=1
exec "$@"
