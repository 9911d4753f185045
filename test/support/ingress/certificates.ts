import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a certificate of these names that is signed by itself; returns the paths of it and of its key. */
export async function makeCertificate(
  folder: string,
  names: string[],
  days = 90,
): Promise<{ certificate: string; key: string }> {
  await mkdir(folder, { recursive: true });
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',');
  const words = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  const about = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`];
  await run('openssl', ['req', ...words, '-keyout', paths.key, '-out', paths.certificate, ...about]);
  return paths;
}
