import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { defaultSettings, type Settings, type UpdateSettings } from '../../contract/settings.ts';
import { searchName } from '../search-name.ts';
import { selectSettings, upsertSettings } from './settings.queries.ts';

interface Deps {
  db: Knex;
  onChange: () => void;
}

/** Throws InvalidInput if two of the names are one; `what` is as «Зона», and `field` the setting that has them. */
function refuseTwice(given: string[], what: string, field: keyof UpdateSettings): void {
  const names = given.map(searchName);
  const twice = given.find((_name, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice) throw new InvalidInput(`${what} «${twice}» названа дважды`, { [field]: `«${twice}» названа дважды` });
}

const namesOf = (tares: { name: string }[]): string[] => tares.map(({ name }) => name);

/** The tenant's settings for counting and weighing, in memory after the first reading. */
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
      if (input.areas) refuseTwice(input.areas, 'Зона', 'areas');
      if (input.presetTares) refuseTwice(namesOf(input.presetTares), 'Насадка', 'presetTares');
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
