import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';

/** Parses a row's number from an address; an impossible number gives NotFound. */
export function rowId(value: unknown, missing: string): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (id < 1 || id > MAX_ROW_ID) throw new NotFound(missing);
  return id;
}

/** Parses a client-made uuid in the same way. */
export function rowUuid(value: unknown, missing: string): string {
  if (!isUuid(value)) throw new NotFound(missing);
  return value.toLowerCase();
}
