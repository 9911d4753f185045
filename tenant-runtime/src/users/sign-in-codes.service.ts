import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { MakeCode, RedeemAnswer, SignInCode } from '../../contract/sign-in-codes.ts';
import type { SignInCodeRow } from '../tables.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import type { Bridges } from './bridges.service.ts';
import { type Caller, callerFrom, type Sessions } from './sessions.service.ts';
import { deleteExpiredCodes, insertCode, lockMaker, takeCode } from './sign-in-codes.queries.ts';

/** Without I, L, O, U, 0 and 1: what is read off a screen is typed as it was meant. 30 symbols, eight of them: 39 bits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;
const GOOD_FOR_MS = 10 * 60_000;

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const asShown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
/** As it was made, however it was typed. */
const asMade = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const badCode = (): InvalidInput =>
  new InvalidInput('Код не подошёл: проверьте его или покажите новый', { code: 'Не подошёл' }, 'bad_code');

interface Deps {
  db: Knex;
  sessions: Sessions;
  bridges: Bridges;
  secret: string;
  clock: () => Date;
}

export function createSignInCodes({ db, sessions, bridges, secret, clock }: Deps) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'ostatok', 'sign-in codes', 32));
  const hashOf = (code: string): string => createHmac('sha256', key).update(code).digest('hex');
  const now = (): number => clock().getTime();
  const tooMany = 'Слишком много кодов подряд. Воспользуйтесь последним или подождите';
  const making = createAttemptLimit({ max: 30, windowMs: GOOD_FOR_MS, now, refusal: tooMany });
  const byAddress = createAttemptLimit({ max: 20, windowMs: GOOD_FOR_MS, now });
  const byAll = createAttemptLimit({ max: 1000, windowMs: GOOD_FOR_MS, now });

  async function redeemed(trx: Knex.Transaction, row: SignInCodeRow): Promise<RedeemAnswer> {
    const maker = await lockMaker(trx, row.user_id);
    if (!maker || maker.token_version !== row.token_version) throw badCode();
    if (row.kind === 'scanner') return { success: true, token: await sessions.issue(maker), user: callerFrom(maker) };
    if (maker.role !== 'admin') throw badCode();
    return { success: true, ...(await bridges.pair(trx, { name: row.name ?? '', pairedBy: maker.id })) };
  }

  return {
    /** Throws Forbidden, TooMany, and Unauthorized when the maker was signed out meanwhile. */
    async make({ kind, name }: MakeCode, caller: Caller): Promise<SignInCode> {
      if (kind === 'bridge' && caller.role !== 'admin') {
        throw new Forbidden('admin_only', 'Подключить весы может только администратор заведения');
      }
      making.count(String(caller.id));
      await deleteExpiredCodes(db, clock());
      const code = newCode();
      const expires_at = new Date(now() + GOOD_FOR_MS);
      const token_version = await sessions.version(caller.id);
      const bridge = kind === 'bridge' ? name?.trim() || 'Весы' : null;
      await insertCode(db, { hash: hashOf(code), kind, name: bridge, user_id: caller.id, token_version, expires_at });
      return { code: asShown(code), expiresAt: expires_at.toISOString() };
    },

    /** Throws InvalidInput for a code that was never made, is used, is old or whose maker is gone: all alike. TooMany. */
    async redeem(typed: string, address: string): Promise<RedeemAnswer> {
      byAddress.count(address);
      byAll.count('all');
      const answer = await db.transaction(async (trx) => {
        const row = await takeCode(trx, hashOf(asMade(typed)));
        if (!row || row.expires_at.getTime() <= now()) throw badCode();
        return redeemed(trx, row);
      });
      byAddress.clear(address);
      return answer;
    },
  };
}
export type SignInCodes = ReturnType<typeof createSignInCodes>;
