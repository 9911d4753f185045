import type { Knex } from 'knex';

/** What one tenant of a plan may take of the machine; null: as much as any tenant of this installation. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('plans', (t) => {
    t.integer('max_memory_mb');
    t.integer('max_cpu_percent').comment('percent of one core');
    t.integer('max_tasks').comment('processes and threads');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('plans', (t) => {
    t.dropColumns('max_memory_mb', 'max_cpu_percent', 'max_tasks');
  });
}
