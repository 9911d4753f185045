import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import type { ExecutionContext } from 'ava';
import { startTenant, type Tenant } from './tenant.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const PASSWORD = 'three random words';

interface Venue {
  tenant: Tenant;
  pass: (ms: number) => void;
  login: (password?: string) => Promise<LoginAnswer>;
  refresh: (refreshToken: string) => Promise<{ status: number; body: LoginAnswer }>;
  me: (token: string) => Promise<number>;
}

export async function startVenue(t: ExecutionContext): Promise<Venue> {
  let ahead = 0;
  const tenant = await startTenant(t, { clock: () => new Date(Date.now() + ahead) });
  await tenant.platform.post('/internal/admin').send({ username: 'owner', password: PASSWORD });
  return {
    tenant,
    pass: (ms) => {
      ahead += ms;
    },
    login: async (password = PASSWORD) =>
      (await tenant.anonymous.post('/api/auth/login').send({ username: 'owner', password })).body,
    refresh: (refreshToken) => tenant.anonymous.post('/api/auth/refresh').send({ refreshToken }),
    me: async (token) => (await tenant.anonymous.get('/api/auth/me').set('Authorization', `Bearer ${token}`)).status,
  };
}
