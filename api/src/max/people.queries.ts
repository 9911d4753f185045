import type { Db } from '@ostatok/kit/node/db.ts';

/** A tenant that a person writes to through a shared bot. */
export interface VenueOfPerson {
  tenant_id: string;
  display_name: string;
  subdomain: string;
  last_at: Date;
}

/** Returns the tenants that the person writes to, the last one first. */
export const selectVenues = (db: Db, botId: number, personId: number): Promise<VenueOfPerson[]> =>
  db('max_people as p')
    .join('tenants as t', 't.id', 'p.tenant_id')
    .where({ 'p.bot_id': botId, 'p.person_id': personId, 't.max_bot_id': botId })
    .whereIn('t.status', ['active', 'suspended'])
    .orderBy('p.last_at', 'desc')
    .select('p.tenant_id', 't.display_name', 't.subdomain', 'p.last_at');

export const isPersonOf = async (db: Db, botId: number, personId: number, tenantId: string): Promise<boolean> =>
  (await db('max_people').where({ bot_id: botId, person_id: personId, tenant_id: tenantId }).first('tenant_id')) !==
  undefined;

/** Notes that the person writes to this tenant now. */
export async function notePerson(db: Db, botId: number, personId: number, tenantId: string, at: Date): Promise<void> {
  await db('max_people')
    .insert({ bot_id: botId, person_id: personId, tenant_id: tenantId, last_at: at })
    .onConflict(['bot_id', 'person_id', 'tenant_id'])
    .merge();
}

/** Finds a tenant that takes messages through this bot, for an invitation to it. */
export const findVenueOfBot = (
  db: Db,
  botId: number,
  tenantId: string,
): Promise<{ id: string; display_name: string } | undefined> =>
  db('tenants')
    .where({ id: tenantId, max_bot_id: botId })
    .whereIn('status', ['active', 'suspended'])
    .first('id', 'display_name');

/** Deletes the people of tenants whose data are purged; until then a deleted tenant may come back. */
export const deletePeopleOfPurged = (db: Db): Promise<number> =>
  db('max_people').whereIn('tenant_id', db('tenants').whereNotNull('purged_at').select('id')).delete();
