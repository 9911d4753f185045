import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { defaultSettings, type Settings, type UpdateSettings } from '../../contract/settings.ts';
import { searchName } from '../search-name.ts';
import { selectSettings, upsertSettings } from './settings.queries.ts';

interface Deps {
  db: Knex;
  onChange: () => void;
}

function checkAreas(areas: string[]): void {
  const names = areas.map(searchName);
  const twice = areas.find((_area, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice) throw new InvalidInput(`Зона «${twice}» названа дважды`, { areas: `«${twice}» названа дважды` });
}

/** The tenant's settings for counting, in memory after the first reading. */
export function createSettings({ db, onChange }: Deps) {
  let current: Promise<Settings> | undefined;

  async function read(): Promise<Settings> {
    return { ...defaultSettings, ...(await selectSettings(db)) };
  }
  function get(): Promise<Settings> {
    current ??= read().catch((error) => {
      current = undefined;
      throw error;
    });
    return current;
  }

  return {
    get,
    /** Updates the given settings; the others stay. */
    async update(input: UpdateSettings): Promise<Settings> {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      if (input.areas) checkAreas(input.areas);
      if (Object.keys(given).length === 0) return get();
      await upsertSettings(db, given as Partial<Settings>);
      // They are read again after the commit, so that of two writers the one that answers last has read both changes.
      current = undefined;
      const settings = await get();
      onChange();
      return settings;
    },
  };
}
export type SettingsService = ReturnType<typeof createSettings>;
