import { readFacts, type TenantAddress } from './tenant-client.ts';

const LIMIT_MS = 10_000;

/** What a visitor would ask first, and the answers of a tenant that works. */
const visits: [path: string, accept: string, statuses: number[]][] = [
  ['/', 'text/html', [200]],
  ['/scan/', 'text/html', [200]],
  // nobody is signed in
  ['/api/items?limit=1', 'application/json', [401]],
];

/** Throws unless the tenant answers as one that works: it reads its data, and visitors get their pages. */
export async function smokeOf(address: TenantAddress): Promise<void> {
  await readFacts(address, LIMIT_MS);
  for (const [path, accept, statuses] of visits) {
    const answer = await fetch(address.endpoint + path, {
      headers: { accept },
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.body?.cancel();
    if (!statuses.includes(answer.status)) throw new Error(`tenant answered ${path} with ${answer.status}`);
  }
}
