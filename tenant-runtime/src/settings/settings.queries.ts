import type { Db } from '@ostatok/kit/node/db.ts';
import type { Settings } from '../../contract/settings.ts';

export async function selectSettings(db: Db): Promise<Partial<Settings>> {
  const rows: { name: string; value: unknown }[] = await db('settings').select('name', 'value');
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function upsertSettings(db: Db, given: Partial<Settings>): Promise<void> {
  const rows = Object.entries(given).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await db('settings')
    .insert(rows.map((row) => ({ ...row, updated_at: db.fn.now() })))
    .onConflict('name')
    .merge(['value', 'updated_at']);
}
