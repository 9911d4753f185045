import type { Settings } from '@ostatok/tenant-runtime/contract/settings.ts';
import type { Database } from './database.ts';
import type { Api } from './send.ts';

const FACT = 'staff-adds-items';

export async function refreshSettings(db: Database, api: Api): Promise<void> {
  const { settings } = await api.get<{ settings: Settings }>('/settings');
  await db.put('facts', settings.staffAddsItems, FACT);
}

/** As far as the phone has heard. */
export const staffAddsItems = async (db: Database): Promise<boolean> => (await db.get('facts', FACT)) !== false;
