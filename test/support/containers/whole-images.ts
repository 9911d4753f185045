import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { aptGet, INSTALL, pathFolders } from '../run/debian-packages.ts';
import { mayHaveEngine } from './docker-engine.ts';
import { inOuterNetwork, runOutside, SHARED_FOLDER } from './outer-network.ts';

const root = join(import.meta.dirname, '../../..');
/** How long the images may take that are built from nothing. */
export const BUILD_LIMIT_MS = 20 * 60_000;
/** What the recipes begin from, where no registry is reached. */
const BASES = ['node:24-trixie-slim', 'debian:trixie-slim'];
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

const isThere = (program: string): boolean =>
  [...pathFolders(), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

/** Whether images of the whole installation can be built here: by root on Debian, whose packages they consist of. */
export const mayBuildImages = (): boolean => mayHaveEngine() && existsSync('/usr/bin/apt-get');

/** Installs Debian's packages of these names, each a program, where this machine lacks them. */
export async function installPrograms(...programs: string[]): Promise<void> {
  if (programs.every(isThere)) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runOutside(aptGet('update', '-qq'), env);
  await runOutside(aptGet(...INSTALL, ...programs), env);
}

/** The folder of the npm that this machine has. */
async function npmFolder(): Promise<string> {
  const given = process.env.npm_execpath;
  const found = pathFolders().find((folder) => existsSync(join(folder, 'npm')));
  if (!given && !found) throw new Error('npm is not here');
  return dirname(dirname(await realpath(given ?? join(found ?? '', 'npm'))));
}

/** Makes a Debian with this machine's Node and npm, and the authorities that it trusts. */
async function makeBase(folder: string): Promise<void> {
  await installPrograms('debootstrap');
  await runOutside(['debootstrap', '--variant=minbase', 'trixie', folder]);
  const place = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(from, join(folder, to), { recursive: true });
  };
  await place(await realpath(process.execPath), '/usr/local/bin/node');
  await place(await npmFolder(), '/usr/local/lib/node_modules/npm');
  await runOutside(['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  if (existsSync(AUTHORITIES)) await place(await realpath(AUTHORITIES), AUTHORITIES);
  if (existsSync('/etc/apt/apt.conf.d')) await place('/etc/apt/apt.conf.d', '/etc/apt/apt.conf.d');
}

async function importBase(address: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-C', folder, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [command, words] = inOuterNetwork([
    'docker',
    ...['-H', address, 'import'],
    ...(existsSync(AUTHORITIES) ? ['--change', `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`] : []),
    ...['-', BASES[0] as string],
  ]);
  const docker = spawn(command, words, { stdio: [tar.stdout, 'ignore', 'inherit'] });
  const [code] = await once(docker, 'exit');
  if (code !== 0) throw new Error(`docker import ended with ${code}`);
}

async function build(address: string, image: string, recipe: string): Promise<void> {
  const file = join(root, 'templates/docker', recipe);
  const words = ['build', '--quiet', '--network', 'host', '-t', image, '-f', file, root];
  await runOutside(['docker', '-H', address, ...words], { DOCKER_BUILDKIT: '0' }, BUILD_LIMIT_MS);
}

const IMAGES = ['postgres', 'nginx', 'platform'];
const named = (name: string): string => `ostatok-${name}:local`;

async function buildAll(address: string, folder: string): Promise<void> {
  const base = join(folder, 'base');
  try {
    await makeBase(base);
    await importBase(address, base);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
  await runOutside(['docker', '-H', address, 'tag', ...BASES]);
  for (const name of IMAGES) await build(address, named(name), `${name}.Dockerfile`);
}

/** Builds the images that compose.yaml and stack.yaml name, from an empty engine; once for all files of a run. */
export async function buildImages(address: string, folder: string): Promise<void> {
  const shared = process.env[SHARED_FOLDER];
  const kept = shared && join(shared, 'images.tar');
  const docker = ['docker', '-H', address];
  if (kept && existsSync(kept)) await runOutside([...docker, 'load', '--quiet', '-i', kept]);
  else await buildAll(address, folder);
  if (kept && !existsSync(kept)) await runOutside([...docker, 'save', '-o', kept, ...IMAGES.map(named)]);
}
