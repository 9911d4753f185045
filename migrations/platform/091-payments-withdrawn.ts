import type { Knex } from 'knex';

const setKinds = async (db: Knex, kinds: string[]): Promise<void> => {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  await db.raw('alter table payments drop constraint if exists payments_kind_check');
  await db.raw(`alter table payments add constraint payments_kind_check check (kind in (${list}))`);
};

/**
 * A withdrawn payment stays pending until its provider reports how it ended: not every provider can close a payment
 * page. `card` is a small sum that is charged to save a card and refunded at once.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('payments', (t) => {
    t.timestamp('withdrawn_at').comment('when it was given up; money that comes all the same goes back');
    t.text('withdrawn_reason').checkIn(['abandoned', 'superseded']);
  });
  await setKinds(db, ['purchase', 'upgrade', 'renewal', 'card']);
}

export async function down(db: Knex): Promise<void> {
  await db('payments').where({ kind: 'card' }).update({ kind: 'purchase' });
  await setKinds(db, ['purchase', 'upgrade', 'renewal']);
  await db.schema.alterTable('payments', (t) => t.dropColumns('withdrawn_at', 'withdrawn_reason'));
}
