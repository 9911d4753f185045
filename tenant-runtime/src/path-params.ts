import { NotFound } from '@ostatok/kit/node/errors.ts';

/** A row's number out of an address. What cannot be one is simply not found. */
export function rowId(value: unknown, missing: string): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (id < 1 || id > 2_147_483_647) throw new NotFound(missing);
  return id;
}

/** The same for a client-made uuid. */
export function rowUuid(value: unknown, missing: string): string {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
    throw new NotFound(missing);
  return value.toLowerCase();
}
