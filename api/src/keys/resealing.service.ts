import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { TOTP_PURPOSE } from '../auth/totp.ts';
import { UNSUBSCRIBE } from '../campaigns/unsubscribe-links.ts';
import { MAIL } from '../mail/letter-writer.ts';
import { MAX_TOKEN } from '../max/purpose.ts';
import { ACCOUNT_KEY, CERTIFICATE_KEY } from '../own-domains/purposes.ts';
import { BOT_TOKEN, DATABASE, INPUT, INTERNAL } from '../platform/tenant-secrets.ts';
import {
  countSealedOtherwise,
  insertRetiredKey,
  listRetiredKeys,
  listSealedOtherwise,
  replaceSealed,
  type SealedColumn,
} from './keys.queries.ts';

const BATCH = 500;
const RETIRED = 'retired-key';

/** Every column of the platform's database with sealed texts; their names end with `_sealed`. */
export const sealedColumns: SealedColumn[] = [
  { table: 'tenants', column: 'bot_token_sealed', purpose: BOT_TOKEN },
  { table: 'tenants', column: 'database_password_sealed', purpose: DATABASE },
  { table: 'tenants', column: 'internal_secret_sealed', purpose: INTERNAL },
  { table: 'max_bots', column: 'token_sealed', purpose: MAX_TOKEN },
  { table: 'provisions', column: 'input_sealed', purpose: INPUT },
  { table: 'totp_factors', column: 'secret_sealed', purpose: TOTP_PURPOSE },
  { table: 'mails', column: 'data_sealed', purpose: MAIL },
  { table: 'own_domains', column: 'key_sealed', purpose: CERTIFICATE_KEY },
  { table: 'acme_accounts', column: 'key_sealed', purpose: ACCOUNT_KEY },
  { table: 'retired_keys', column: 'key_sealed', purpose: RETIRED },
];

/** Links in letters stay valid when the key that signed them is gone. */
const keptForever = [UNSUBSCRIBE];

export interface Resealed {
  resealed: number;
  /** The number of texts whose keys are not configured. */
  unreadable: number;
}

/** Seals stored texts anew with the present SECRET_KEY. It may be repeated, interrupted, or run by two at once. */
export function createResealing({ db, secrets, log }: { db: Knex; secrets: Secrets; log: Logger }) {
  function opened(sealed: string, purpose: string): string | undefined {
    try {
      return secrets.open(sealed, purpose);
    } catch {
      return undefined;
    }
  }

  async function resealColumn(column: SealedColumn): Promise<Resealed> {
    const done = { resealed: 0, unreadable: 0 };
    let after: string | number | undefined;
    for (;;) {
      const rows = await listSealedOtherwise(db, column, secrets.sealedPrefix, after, BATCH);
      for (const row of rows) {
        const text = opened(row.sealed, column.purpose);
        if (text === undefined) done.unreadable += 1;
        else done.resealed += await replaceSealed(db, column, row, secrets.seal(text, column.purpose));
      }
      after = rows.at(-1)?.id;
      if (rows.length < BATCH) return done;
    }
  }

  async function keepRetired(): Promise<void> {
    for (const key of secrets.previous) {
      for (const purpose of keptForever) {
        const key_sealed = secrets.seal(Buffer.from(key.of(purpose)).toString('base64url'), RETIRED);
        await insertRetiredKey(db, { key_id: key.id, purpose, key_sealed });
      }
    }
    for (const { purpose, key_sealed } of await listRetiredKeys(db)) {
      const key = opened(key_sealed, RETIRED);
      if (key) secrets.addVerifyingKey(purpose, new Uint8Array(Buffer.from(key, 'base64url')));
    }
  }

  return {
    /** Counts the texts that the present key has not sealed. */
    async remaining(): Promise<number> {
      let count = 0;
      for (const column of sealedColumns) count += await countSealedOtherwise(db, column, secrets.sealedPrefix);
      return count;
    },
    /** Whether a platform has since recorded all former keys as retired; it seals nothing with them any more. */
    async isTakenOver(): Promise<boolean> {
      const retired = new Set((await listRetiredKeys(db)).map(({ key_id }) => key_id));
      return secrets.previous.every(({ id }) => retired.has(id));
    },
    async run(): Promise<Resealed> {
      const total = { resealed: 0, unreadable: 0 };
      for (const column of sealedColumns) {
        const { resealed, unreadable } = await resealColumn(column);
        total.resealed += resealed;
        total.unreadable += unreadable;
      }
      await keepRetired();
      if (total.resealed > 0) log.info(total, 'sealed texts brought under the present SECRET_KEY');
      if (total.unreadable > 0) {
        log.error(total, 'sealed under a key that is not given: set it as SECRET_KEY_PREVIOUS and start again');
      }
      return total;
    },
  };
}
