import { spawn } from 'node:child_process';
import type { Owner } from '@ostatok/kit/node/system-users.ts';

/** Runs a fixed line of shell as another user. */
export function runAs({ uid, gid }: Owner, script: string, ...words: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...words], {
      uid,
      gid,
      stdio: 'ignore',
      cwd: '/',
      env: {},
    });
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

/**
 * Kills every process of the user but this one, and checks every hundredth of a second, for two seconds at most,
 * whether one still runs. Linux reports no failure of `kill -1` where nobody was left, so `/proc` is read instead. A
 * process that has ended stays there as a zombie until its parent waits for it, which the system's first process may
 * never do.
 */
export const END_ALL = `
is_running() {
  while read -r key value rest; do
    case $key in State:) case $value in [ZX]) return 1 ;; *) return 0 ;; esac ;; esac
  done < "$1/status"
  return 1
}
is_any_left() {
  for process in /proc/[0-9]*; do
    [ -O "$process" ] && [ "$process" != "/proc/$$" ] && is_running "$process" && return 0
  done
  return 1
}
tries=0
kill -9 -1
while is_any_left && [ $tries -lt 200 ]; do
  tries=$((tries + 1))
  sleep 0.01
  kill -9 -1
done`;

export const endAllOf = (uid: number): Promise<void> => runAs({ uid, gid: uid }, END_ALL);
