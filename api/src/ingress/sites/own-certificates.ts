import { createHash } from 'node:crypto';
import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPair } from './certificate-files.ts';
import { replaceFile } from './site-folder.ts';
import { type Certificate, certificatesOf } from './site-places.ts';

const CLOSED = 0o600;

/** The files of own domains' certificates. Their names change with what is in them, so that nginx reads a renewed one. */
export function createOwnCertificates(folder: string) {
  const into = certificatesOf(folder);

  async function ensure(path: string, text: string): Promise<void> {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) await replaceFile(path, text, CLOSED);
  }

  return {
    /** Writes them unless they are there; undefined where they are no certificate and its key. */
    async write(name: string, certificate: string, key: string): Promise<Certificate | undefined> {
      if (!isPair(certificate, key)) return undefined;
      const seal = createHash('sha256').update(certificate).update(key).digest('hex').slice(0, 16);
      const files = { certificate: join(into, `${name}-${seal}.pem`), key: join(into, `${name}-${seal}.key`) };
      await ensure(files.certificate, certificate);
      await ensure(files.key, key);
      return files;
    },

    /** Removes all but these. */
    async keepOnly(kept: Set<string>): Promise<void> {
      for (const file of (await readdir(into)).map((name) => join(into, name)))
        if (!kept.has(file)) await rm(file, { force: true });
    },
  };
}
