import type { Db } from '@ostatok/kit/node/db.ts';

export async function selectNow(db: Db): Promise<Date> {
  const { rows } = await db.raw('select clock_timestamp() as now');
  return rows[0].now;
}

export interface Administrator {
  email: string;
  has_factor: boolean;
}

/** Lists the administrators who may sign in. */
export const listAdministrators = (db: Db): Promise<Administrator[]> =>
  db('users as u')
    .where({ 'u.role': 'admin', 'u.status': 'active', 'u.deleted_at': null })
    .orderBy('u.id')
    .select(
      'u.email',
      db.raw(
        `exists (select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null)
         or exists (select from passkeys p where p.user_id = u.id) as has_factor`,
      ),
    );
