import {
  MOST_PREFERENCES,
  PREFERENCE_BYTES,
  type Preferences as PreferenceMap,
  preferenceKey,
} from '@ostatok/api/contract/preferences.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound, TooLarge } from '@ostatok/kit/node/errors.ts';
import {
  countOthers,
  deletePreference,
  listPreferences,
  lockPreferences,
  savePreference,
} from './preferences.queries.ts';

const missing = (): NotFound => new NotFound('Такой настройки нет');

/** Keeps each administrator's own saved views and columns; others don't see them. */
export function createPreferences({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  async function all(userId: number): Promise<PreferenceMap> {
    return Object.fromEntries((await listPreferences(db, userId)).map(({ key, value }) => [key, value]));
  }

  return {
    all,

    async one(userId: number, key: string): Promise<PreferenceMap> {
      const preferences = await all(userId);
      if (!Object.hasOwn(preferences, key)) throw missing();
      return { [key]: preferences[key] };
    },

    async save(userId: number, key: string, value: unknown): Promise<PreferenceMap> {
      if (!preferenceKey.test(key) || key in Object.prototype) throw new InvalidInput('Имя настройки записано неверно');
      const json = JSON.stringify(value);
      if (Buffer.byteLength(json) > PREFERENCE_BYTES) throw new TooLarge('Настройка больше 64 КБ');
      await db.transaction(async (trx) => {
        await lockPreferences(trx, userId);
        if ((await countOthers(trx, userId, key)) >= MOST_PREFERENCES)
          throw new Conflict('too_many_preferences', `Настроек не больше ${MOST_PREFERENCES}. Удалите лишние`);
        await savePreference(trx, userId, key, json, now());
      });
      return all(userId);
    },

    async remove(userId: number, key: string): Promise<PreferenceMap> {
      if ((await deletePreference(db, userId, key)) === 0) throw missing();
      return all(userId);
    },
  };
}
export type Preferences = ReturnType<typeof createPreferences>;
