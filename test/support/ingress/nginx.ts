import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, pathFolders } from '../run/debian-packages.ts';

const folders = [...pathFolders(), '/usr/sbin'];
/** The package of a program that bears another name. */
const PACKAGES: Record<string, string> = { dovecot: 'dovecot-imapd' };
const isThere = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));
export const env = { ...process.env, PATH: folders.join(delimiter) };

const mayInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Whether this machine has these programs, or root may install them from Debian. */
export const mayHave = (...programs: string[]): boolean => mayInstall() || programs.every(isThere);

/** Installs these programs from Debian where this machine lacks them; none is started by that. */
export async function install(...programs: string[]): Promise<void> {
  if (programs.every(isThere) || !mayInstall()) return;
  await installPackages(...programs.map((program) => PACKAGES[program] ?? program));
}

export interface TestNginx {
  child: ChildProcess;
  stop: () => Promise<void>;
}

/** Runs nginx on the folder that a platform has written. */
export async function runNginx(folder: string): Promise<TestNginx> {
  const words = ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const child = spawn('nginx', words, {
    env,
    stdio: ['ignore', 'ignore', process.env.NGINX_LOG ? 'inherit' : 'ignore'],
  });
  const ended = once(child, 'exit');
  return {
    child,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
