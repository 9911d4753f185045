import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_LIMIT_MS = 5 * 60_000;
/**
 * One apt-get at a time: `update` does not wait for another by itself, and test files run beside each other, in runs that
 * have temporary folders of their own.
 */
const QUEUE = '/tmp/ostatok-apt.lock';

/** The command that runs apt-get with these words once no other of ours runs. */
export const aptGet = (...words: string[]): [string, ...string[]] => ['flock', QUEUE, 'apt-get', ...words];

/** The words by which packages are installed without a question. */
export const INSTALL = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends'];

/** Installs Debian's packages, as root. Rejects where that fails. */
export async function installPackages(...names: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_LIMIT_MS };
  for (const [program, ...words] of [aptGet('update', '-qq'), aptGet(...INSTALL, ...names)]) {
    await run(program, words, options);
  }
}

/** The folders of the PATH, in which a program may be. */
export const pathFolders = (): string[] => (process.env.PATH ?? '').split(delimiter).filter(Boolean);

const mayUnpack = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  ['apt-get', 'dpkg-deb'].every((name) => existsSync(join('/usr/bin', name)));

/**
 * Unpacks Debian's packages, and what they need that this machine lacks, into the folder. They are not installed:
 * installing them would start services on this machine. It does nothing where it may not, or where the folder is there.
 */
export async function unpackPackages(target: string, names: string[]): Promise<void> {
  if (!mayUnpack() || existsSync(target)) return;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-packages-'));
  const staging = `${target}-${process.pid}`;
  const settings = { 'Dir::Cache::archives': folder, 'APT::Sandbox::User': 'root', 'DPkg::Lock::Timeout': '120' };
  const words = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const options = { cwd: folder, timeout: INSTALL_LIMIT_MS };
  try {
    await mkdir(join(folder, 'partial'));
    const fetched = ['install', '-qq', '--download-only', '--no-install-recommends', ...words, ...names];
    for (const [program, ...rest] of [aptGet('update', '-qq'), aptGet(...fetched)]) await run(program, rest, options);
    await mkdir(staging, { recursive: true });
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', file, staging], options);
    // of two runs at once, one comes first
    await rename(staging, target);
  } catch (error) {
    if (!existsSync(target)) console.error(`${names.join(', ')}: ${error instanceof Error ? error.message : error}`);
    await rm(staging, { recursive: true, force: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
