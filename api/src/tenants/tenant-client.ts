import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { Credentials } from '../../contract/provision.ts';

/** How to reach one venue that runs: where, and the secret that only it and the platform know. */
export interface TenantAddress {
  endpoint: string;
  secret: string;
}

export class TenantError extends Error {
  readonly status: number;
  constructor(path: string, status: number, text: string) {
    super(`tenant answered ${path} with ${status}: ${text.slice(0, 200)}`);
    this.name = 'TenantError';
    this.status = status;
  }
}

async function call(
  address: TenantAddress,
  path: string,
  options: { body?: unknown; timeoutMs?: number },
): Promise<unknown> {
  const response = await fetch(address.endpoint + path, {
    ...(options.body === undefined ? {} : { method: 'POST', body: JSON.stringify(options.body) }),
    headers: { authorization: `Bearer ${address.secret}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
  });
  if (!response.ok) throw new TenantError(path, response.status, await response.text());
  return response.json();
}

export async function isHealthy({ endpoint }: TenantAddress): Promise<boolean> {
  try {
    return (await fetch(`${endpoint}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Also the proof that whoever listens there is this very venue: nobody else knows its secret. */
export async function readStats(address: TenantAddress): Promise<TenantStats> {
  const { stats } = (await call(address, '/internal/stats', { timeoutMs: 2000 })) as { stats: TenantStats };
  return stats;
}

export async function setAdmin(address: TenantAddress, credentials: Credentials): Promise<void> {
  await call(address, '/internal/admin', { body: credentials });
}

/** Returns when the venue has taken them for good. */
export async function deliverUpdates(address: TenantAddress, updates: object[]): Promise<void> {
  await call(address, '/internal/updates', { body: { updates }, timeoutMs: 30_000 });
}
