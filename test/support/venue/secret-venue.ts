import type { ExecutionContext } from 'ava';
import { startTenant } from './tenant.ts';

/** Numbers that occur nowhere else: each reveals how much there is, should be, was, or others have found. */
const SECRETS = ['437.113', '441.117', '19.331', '456.444', '11.223', '203.511', '437,113', '441,117'];

/** A venue whose only item has such quantities. */
export async function secretVenue(t: ExecutionContext) {
  const tenant = await startTenant(t);
  const item = await tenant.createItem({ name: 'Джин', ean: '4600000000008', quantity: 437.113, expected: 441.117 });
  return { ...tenant, item };
}

/** Checks that an answer has none of the numbers. */
export function keepsSecrets(t: ExecutionContext, what: string, answer: unknown): void {
  const text = JSON.stringify(answer);
  for (const secret of SECRETS) t.false(text.includes(secret), `${what} tells ${secret}: ${text.slice(0, 300)}`);
}
