import type { SecurityRecord } from '@ostatok/tenant-runtime/contract/security.endpoints.ts';
import request from 'supertest';
import type { Tenant } from './tenant.ts';

export const PASSWORD = 'three random words';
export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
export const ADDRESS = '203.0.113.5';

/** Calls from another address, without cookies. */
export const visitor = (venue: Tenant, path: string, ip = ADDRESS) =>
  request(venue.url).post(path).set('X-Forwarded-For', ip).set('User-Agent', FIREFOX);
export const login = (venue: Tenant, username: string, password: string, ip?: string) =>
  visitor(venue, '/api/auth/login', ip).send({ username, password });

export async function withOwner(venue: Tenant): Promise<Tenant> {
  await venue.platform.post('/internal/admin').send({ username: 'owner', password: PASSWORD });
  return venue;
}

export async function logOf(venue: Tenant, query = ''): Promise<SecurityRecord[]> {
  return (await venue.admin.get(`/api/security?limit=200${query}`)).body.events;
}
export const wordsOf = (events: SecurityRecord[]): string[] => events.map(({ event }) => event).toReversed();
