import type { Knex } from 'knex';

/** Says where each backup lies: several processes of the platform may have disks of their own. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('backups', (t) => {
    t.text('place').comment('the id of the folder or bucket; null: made before places were told apart');
    t.text('protection').checkIn(['encrypted', 'signed', 'unsigned']).comment('as the first lines of the file said');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('backups', (t) => {
    t.dropColumns('place', 'protection');
  });
}
