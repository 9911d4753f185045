import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_LIMIT_MS = 5 * 60_000;

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
    await run('apt-get', ['update', '-qq'], options);
    await run('apt-get', ['install', '-qq', '--download-only', '--no-install-recommends', ...words, ...names], options);
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
