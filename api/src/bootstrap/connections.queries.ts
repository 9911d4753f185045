import type { Db } from '@ostatok/kit/node/db.ts';
import { READER_NUMBERS } from '../platform/locks.queries.ts';

/** Returns how many connections the server accepts from ordinary roles, and how many other api processes live. */
export async function readServer(db: Db): Promise<{ most: number; others: number }> {
  const { rows } = await db.raw(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*)::int from (${READER_NUMBERS}) r) as others`,
  );
  return rows[0];
}
