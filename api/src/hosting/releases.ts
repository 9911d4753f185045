import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HostImage } from './host.ts';
import { releaseOf } from './release.ts';

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Lists the release that tenants are started from: there is one bundle, which is read again after a new build. */
export function createReleases(bundle: string): () => Promise<HostImage[]> {
  let known: { key: string; image: HostImage } | undefined;
  return async () => {
    const file = await stat(bundle).catch(() => undefined);
    if (!file) return [];
    const key = `${file.mtimeMs} ${file.size}`;
    if (known?.key !== key) {
      const image = {
        id: await sha256(bundle),
        repository: 'tenant-runtime',
        tag: releaseOf(dirname(bundle)),
        size: file.size,
        createdAt: file.mtime,
        inUse: true,
      };
      known = { key, image };
    }
    return [known.image];
  };
}
