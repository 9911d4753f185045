import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { relayDatabase } from '@ostatok/api/src/hosting/containers/database-relay.ts';
import type Docker from 'dockerode';
import { makeCertificate } from '../ingress/certificates.ts';
import { OWN_ADDRESS } from './docker-engine.ts';

const run = promisify(execFile);
const file = join(import.meta.dirname, '../../../stack.yaml');

export const DOMAIN = 'bars.example';

/** Makes what listens at this machine alone be reached at its address in the network too; returns its URL there. */
export async function reachedOutside(t: { teardown: (end: () => void) => void }, url: string): Promise<string> {
  const { port, stop } = await relayDatabase(url, { host: OWN_ADDRESS, port: 0 });
  t.teardown(stop);
  const reached = new URL(url);
  reached.hostname = OWN_ADDRESS;
  reached.port = String(port);
  return reached.href.replace(/\/$/, '');
}

const makeSecret = (docker: Docker, name: string, text: string): Promise<unknown> =>
  docker.createSecret({ Name: name, Data: Buffer.from(text).toString('base64') });

/** Makes the secret of that name with these settings of the platform. */
export async function makeSettings(docker: Docker, name: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
  await makeSecret(docker, name, lines.join(''));
}

/** Makes the secrets that stack.yaml names; `settings` are those of the platform. Returns all that nobody may see. */
export async function makeSecrets(
  docker: Docker,
  folder: string,
  settings: Record<string, string>,
): Promise<{ secrets: string[]; authority: string }> {
  const pair = await makeCertificate(folder, [DOMAIN, `*.${DOMAIN}`]);
  const authority = await readFile(pair.certificate, 'utf8');
  const key = await readFile(pair.key, 'utf8');
  const [password, archiveKey] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  const made = {
    'database-password': password,
    'archive-key': archiveKey,
    'tls-certificate': authority,
    'tls-key': key,
  };
  for (const [name, text] of Object.entries(made)) await makeSecret(docker, `ostatok-${name}`, text);
  await makeSettings(docker, 'ostatok-settings', settings);
  const body = key.split('\n').slice(1, -2);
  return { authority, secrets: [password, archiveKey, ...body, ...Object.values(settings)] };
}

/** Lets this machine, the only one of the swarm, have the database. */
export async function labelForDatabase(docker: Docker): Promise<void> {
  const [{ ID = '' } = {}] = (await docker.listNodes()) as { ID?: string }[];
  const { Version, Spec } = await docker.getNode(ID).inspect();
  await docker.getNode(ID).update({ version: Version.Index, ...Spec, Labels: { 'ru.ostatok.database': 'yes' } });
}

/** Starts the installation of stack.yaml on the engine, whose images are there. */
export async function deployStack(address: string, more: Record<string, string> = {}): Promise<void> {
  for (const name of ['ostatok-platform', 'ostatok-postgres'])
    await run('docker', ['-H', address, 'tag', `${name}:local`, `localhost:1/${name}:local`]);
  const env = {
    ...process.env,
    PUBLIC_URL: `https://${DOMAIN}`,
    BASE_DOMAIN: DOMAIN,
    MACHINES: OWN_ADDRESS,
    DATABASE_ADDRESS: OWN_ADDRESS,
    ENGINE_SOCKET: new URL(address).pathname,
    ...more,
  };
  await run('docker', ['-H', address, 'stack', 'deploy', '--resolve-image', 'never', '-c', file, 'ostatok'], { env });
}
