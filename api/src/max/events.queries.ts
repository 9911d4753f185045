import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { editsOf, type MaxEvent, type ReceivedEvent } from './max-event.ts';

export interface EventRow {
  /** The number of the update for tenants. */
  id: number;
  bot_id: number;
  person_id: number;
  event: MaxEvent;
  tenant_id: string | null;
  refusals: number;
}

const columns = ['id', 'bot_id', 'person_id', 'event', 'tenant_id', 'refusals'] as const;

/** Inserts those that are not known yet; returns their rows. */
const insertNew = (
  db: Db,
  botId: number,
  events: ReceivedEvent[],
  more: { handled_at?: Knex.Raw } = {},
): Promise<{ person_id: number }[]> =>
  db('max_events')
    .insert(
      events.map(({ key, person_id, event }) => ({
        bot_id: botId,
        key,
        person_id,
        event: JSON.stringify(event),
        ...more,
      })),
    )
    .onConflict(['bot_id', 'key'])
    .ignore()
    .returning('person_id');

/** Whether the bot was connected when this was written: of what is older it is not known whether it has come. */
const isConnectedSince = async (db: Db, botId: number, { message }: MaxEvent): Promise<boolean> =>
  (await db('max_bots')
    .where({ id: botId })
    .where('created_at', '<=', new Date(message?.timestamp ?? 0))
    .first('id')) !== undefined;

/** Stores an edit. One that has overtaken its message is the message itself, which is known then when it comes. */
const insertEdit = (
  db: Knex,
  botId: number,
  edit: ReceivedEvent,
  otherwise: ReceivedEvent[],
): Promise<{ person_id: number }[]> =>
  db.transaction(async (trx) => {
    const isPossible = await isConnectedSince(trx, botId, edit.event);
    const message = isPossible ? await insertNew(trx, botId, otherwise) : [];
    if (message.length === 0) return insertNew(trx, botId, [edit]);
    await insertNew(trx, botId, [edit], { handled_at: trx.raw('now()') });
    return message;
  });

/** Stores what MAX has sent; what is known already stays as it is. Returns whose dialogs have something new. */
export async function insertEvents(db: Knex, botId: number, events: ReceivedEvent[]): Promise<number[]> {
  if (events.length === 0) return [];
  const rows: { person_id: number }[] = [];
  if (events.some(({ otherwise }) => otherwise)) {
    for (const event of events) {
      const { otherwise } = event;
      const fresh = otherwise ? insertEdit(db, botId, event, otherwise) : insertNew(db, botId, [event]);
      rows.push(...(await fresh));
    }
  } else rows.push(...(await insertNew(db, botId, events)));
  return [...new Set(rows.map(({ person_id }) => person_id))];
}

/** Whether a later edit of the same message has come. */
export async function isEditedSince(db: Db, botId: number, { message, timestamp }: MaxEvent): Promise<boolean> {
  const edits = editsOf(message?.body.mid ?? '');
  const later = await db('max_events')
    .where({ bot_id: botId })
    // the index has them in the order of their times, which are equally long
    .whereBetween('key', [`${edits}${timestamp}`, `${edits}${'9'.repeat(String(timestamp).length)}`])
    .whereNot({ key: `${edits}${timestamp}` })
    .whereRaw('starts_with(key, ?)', [edits])
    .first('id');
  return later !== undefined;
}

/**
 * Takes the dialog's oldest event that may be handled now, for `forMs`. An event waits for the earlier ones of its tenant,
 * and for each of which it is not yet known whose it is. Returns undefined where there is none.
 */
export async function claimEvent(
  db: Db,
  { botId, personId }: { botId: number; personId: number },
  forMs: number,
): Promise<EventRow | undefined> {
  const { rows } = await db.raw<{ rows: EventRow[] }>(
    `update max_events set claimed_until = now() + :forMs * interval '1 ms'
      where id = (select e.id from max_events e
                   where bot_id = :botId and person_id = :personId and handled_at is null and not awaits_venue
                     and (claimed_until is null or claimed_until <= now())
                     and not exists (select from max_events before
                                      where before.bot_id = :botId and before.person_id = :personId
                                        and before.handled_at is null and not before.awaits_venue and before.id < e.id
                                        and (before.tenant_id is null or before.tenant_id = e.tenant_id))
                   order by e.id limit 1)
        and (claimed_until is null or claimed_until <= now()) and handled_at is null
      returning ${columns.join(', ')}`,
    { botId, personId, forMs },
  );
  return rows[0];
}

/** Lets the event be handled again after so many milliseconds. */
export const releaseEvent = (db: Db, id: number, afterMs: number, refusals: number): Promise<number> =>
  db('max_events')
    .where({ id })
    .update({ claimed_until: db.raw("now() + ? * interval '1 ms'", [afterMs]), refusals });

export const markHandled = (db: Db, id: number): Promise<number> =>
  db('max_events').where({ id }).update({ handled_at: db.fn.now() });

/** Notes whose the event is. Returns false where an earlier one of the dialog has not been taken by this tenant yet. */
export async function setEventTenant(db: Db, id: number, tenantId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_next: boolean }[] }>(
    `update max_events e set tenant_id = :tenantId where id = :id
      returning not exists (select from max_events before
                             where before.bot_id = e.bot_id and before.person_id = e.person_id
                               and before.handled_at is null and not before.awaits_venue and before.id < e.id
                               and before.tenant_id = :tenantId) as is_next`,
    { id, tenantId },
  );
  return rows[0]?.is_next ?? false;
}

/** Lets the event wait until its writer has said which venue is meant. */
export const awaitVenue = (db: Db, id: number): Promise<number> =>
  db('max_events').where({ id }).update({ awaits_venue: true, claimed_until: null });

export const areAwaiting = async (db: Db, botId: number, personId: number): Promise<boolean> =>
  (await db('max_events')
    .where({ bot_id: botId, person_id: personId, awaits_venue: true })
    .whereNull('handled_at')
    .first('id')) !== undefined;

/** Gives to this tenant what waited for it to be named. */
export const stopAwaiting = (db: Db, botId: number, personId: number, tenantId: string): Promise<number> =>
  db('max_events')
    .where({ bot_id: botId, person_id: personId, awaits_venue: true })
    .update({ awaits_venue: false, tenant_id: tenantId });

/** Returns the dialogs in which something waits to be handled. */
export const selectWaitingDialogs = (db: Db): Promise<{ bot_id: number; person_id: number }[]> =>
  db('max_events').whereNull('handled_at').where({ awaits_venue: false }).distinct('bot_id', 'person_id');

export const findEventOfTenant = (db: Db, id: number, tenantId: string): Promise<EventRow | undefined> =>
  db('max_events').where({ id, tenant_id: tenantId }).first(columns);

/** Takes the newest press of a button of this message that was not answered yet; each is answered once. */
export async function takePress(db: Db, botId: number, mid: string, since: Date): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { callback_id: string }[] }>(
    `update max_events set answered_at = now()
      where id = (select id from max_events
                   where bot_id = :botId and event->>'update_type' = 'message_callback'
                     and event->'message'->'body'->>'mid' = :mid and received_at > :since and answered_at is null
                   order by id desc limit 1)
      returning event->'callback'->>'callback_id' as callback_id`,
    { botId, mid, since },
  );
  return rows[0]?.callback_id;
}

export const deleteEventsBefore = (db: Db, moment: Date): Promise<number> =>
  db('max_events').where('received_at', '<', moment).delete();
