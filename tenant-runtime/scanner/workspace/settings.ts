import type { PresetTare } from '@ostatok/tenant-runtime/contract/settings.ts';
import type { Database } from '../offline/database.ts';
import type { Api } from '../offline/send.ts';

const STAFF_ADDS = 'staff-adds-items';
const PRESET_TARES = 'preset-tares';

export async function refreshSettings(db: Database, api: Api): Promise<void> {
  const { settings } = await api.call('GET /api/settings');
  await db.put('facts', settings.staffAddsItems, STAFF_ADDS);
  await db.put('facts', JSON.stringify(settings.presetTares ?? []), PRESET_TARES);
}

/** The setting as last read from the server. */
export const staffAddsItems = async (db: Database): Promise<boolean> => (await db.get('facts', STAFF_ADDS)) !== false;

/** The venue's preset tares as last read from the server; undefined before the first reading. */
export async function presetTares(db: Database): Promise<PresetTare[] | undefined> {
  const text = await db.get('facts', PRESET_TARES);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
