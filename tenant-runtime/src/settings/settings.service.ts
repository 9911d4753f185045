import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { defaultSettings, type Settings, type UpdateSettings } from '../../contract/settings.ts';
import { searchName } from '../items/search-name.ts';
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

/** How the venue counts; in memory after the first reading. */
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
    /** What is left out stays. */
    async update(input: UpdateSettings): Promise<Settings> {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      if (input.areas) checkAreas(input.areas);
      if (Object.keys(given).length === 0) return get();
      await upsertSettings(db, given as Partial<Settings>);
      // Read anew after the commit: of two writers the one that answers last has read what both wrote.
      current = undefined;
      const settings = await get();
      onChange();
      return settings;
    },
  };
}
export type SettingsService = ReturnType<typeof createSettings>;
