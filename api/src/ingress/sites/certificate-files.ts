import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { NginxProblem } from './nginx.ts';
import type { Certificate } from './site-places.ts';

/**
 * Returns a text that changes whenever the certificate is another one, so that nginx reads a renewed one. Throws
 * NginxProblem where the files are not a certificate and its key.
 */
export async function certificateSeal(files: Certificate | undefined): Promise<string> {
  if (!files) return 'plain http';
  const [certificate, key] = await Promise.all(
    [files.certificate, files.key].map((path) =>
      readFile(path).catch((error) => {
        throw new NginxProblem(`не читается ${path}: ${error.code}`);
      }),
    ),
  );
  if (!certificate || !key || !isPair(certificate, key))
    throw new NginxProblem(`${files.certificate} и ${files.key}: это не сертификат и его ключ`);
  return `certificate ${createHash('sha256').update(certificate).update(key).digest('hex')}`;
}

/** Whether the texts are a certificate that can be read and its key. */
export function isPair(certificate: string | Buffer, key: string | Buffer): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
