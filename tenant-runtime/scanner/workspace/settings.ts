import type { Database } from '../offline/database.ts';
import type { Api } from '../offline/send.ts';

const FACT = 'staff-adds-items';

export async function refreshSettings(db: Database, api: Api): Promise<void> {
  const { settings } = await api.call('GET /api/settings');
  await db.put('facts', settings.staffAddsItems, FACT);
}

/** The setting as last read from the server. */
export const staffAddsItems = async (db: Database): Promise<boolean> => (await db.get('facts', FACT)) !== false;
