import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type Docker from 'dockerode';

const run = promisify(execFile);
/** What the Dockerfile begins from. */
const REPOSITORY = 'node';
const TAG = '24-slim';

/** Parts of the C library that packages with native code load. */
const FURTHER = ['librt.so.1', 'libresolv.so.2', 'libutil.so.1'];

/** Lists the libraries that the program loads, its loader among them, and those that lie beside its C library. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  const loaded = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path);
  const folders = loaded.filter((path) => basename(path) === 'libc.so.6').map(dirname);
  const further = folders.flatMap((folder) => FURTHER.map((name) => join(folder, name)));
  return [...loaded, ...further.filter((path) => existsSync(path))];
}

/**
 * Imports a base image under the tag that the Dockerfile names: this machine's Node and shell with their libraries. No
 * registry is asked; where the engine has the real one, that one stays.
 */
export async function ensureBaseImage(docker: Docker): Promise<void> {
  const present = await docker
    .getImage(`${REPOSITORY}:${TAG}`)
    .inspect()
    .catch(() => undefined);
  if (present) return;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-base-'));
  const place = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(await realpath(from), join(folder, to));
    await chmod(join(folder, to), 0o755);
  };
  try {
    await place(process.execPath, '/usr/local/bin/node');
    await place('/bin/sh', '/bin/sh');
    for (const program of [process.execPath, '/bin/sh'])
      for (const library of await librariesOf(program)) await place(library, library);
    await mkdir(join(folder, 'tmp'));
    await chmod(join(folder, 'tmp'), 0o1777);
    await chmod(folder, 0o755);
    const archive = `${folder}.tar`;
    await run('tar', ['-C', folder, '--owner=0', '--group=0', '-cf', archive, '.']);
    const changes = ['ENV PATH=/usr/local/bin:/usr/bin:/bin'];
    const progress = await docker.importImage(archive, { repo: REPOSITORY, tag: TAG, changes } as object);
    await new Promise<void>((resolve, reject) => {
      docker.modem.followProgress(progress, (error) => (error ? reject(error) : resolve()));
    });
    await rm(archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
