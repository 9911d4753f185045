import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, InvalidInput, TooMany } from '@ostatok/kit/node/errors.ts';
import type { RedeemAnswer, SignInCode } from '../../contract/sign-in-codes.endpoints.ts';
import type { CodeKind, MakeCode, RedeemCode } from '../../contract/sign-in-codes.ts';
import type { Caller, Origin } from '../access/callers.ts';
import type { Bridges } from '../bridges/bridges.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import type { SignInCodeRow } from '../tables.ts';
import { deleteExpiredCodes, insertCode, lockMaker, takeCode } from './sign-in-codes.queries.ts';

/**
 * The alphabet lacks I, L, O, U, 0 and 1, so that a code read off a screen is typed correctly. Eight of its 30 symbols
 * make 39 bits.
 */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;
const GOOD_FOR_MS = 10 * 60_000;

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const asShown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
/** Restores the code's original form from any way of typing it. */
const asMade = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

const BY_CODE = 'По коду с экрана';

const badCode = (): InvalidInput =>
  new InvalidInput('Код не подошёл: проверьте его или покажите новый', { code: 'Не подошёл' }, 'bad_code');

const sentencesOfKinds: Record<CodeKind, string> = {
  scanner: 'Этот код — для сканера. Код для весов покажет панель: Настройки → Весы → Подключить весы',
  bridge: 'Этот код — для программы весов. Код для сканера покажет панель: Настройки → Сканер',
};

const otherKind = (kind: CodeKind): InvalidInput =>
  new InvalidInput(sentencesOfKinds[kind], { code: 'Не для этого' }, 'other_kind');

interface Deps {
  db: Knex;
  sessions: Sessions;
  bridges: Bridges;
  security: Pick<SecurityLog, 'note'>;
  secret: string;
  clock: () => Date;
}

export function createSignInCodes({ db, sessions, bridges, security, secret, clock }: Deps) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'ostatok', 'sign-in codes', 32));
  const hashOf = (code: string): string => createHmac('sha256', key).update(code).digest('hex');
  const now = (): number => clock().getTime();
  const tooMany = 'Слишком много кодов подряд. Воспользуйтесь последним или подождите';
  const duration = GOOD_FOR_MS / 1000;
  const attempts = createAttempts({
    making: { points: 30, duration },
    address: { points: 20, duration },
    /** Attempts from all addresses that one IPv6 visitor may hold. */
    site: { points: 200, duration },
    /** Attempts in total: enough that strangers cannot exhaust them, and too few to guess 39 bits. */
    all: { points: 100_000, duration },
  });

  async function redeemed(trx: Knex.Transaction, row: SignInCodeRow, from: Origin): Promise<RedeemAnswer> {
    const maker = await lockMaker(trx, row.user_id);
    if (!maker || maker.token_version !== row.token_version) throw badCode();
    if (row.kind === 'scanner') return sessions.start(trx, maker, from.device);
    if (maker.role !== 'admin') throw badCode();
    return bridges.pair(trx, row.name ?? '', { ...from, id: maker.id });
  }

  return {
    /** Throws Forbidden, TooMany, and Unauthorized if the maker was signed out meanwhile. */
    async make({ kind, name }: MakeCode, caller: Caller): Promise<SignInCode> {
      if (kind === 'bridge' && caller.role !== 'admin') {
        throw new Forbidden('admin_only', 'Подключить весы может только администратор заведения');
      }
      await attempts.count({ making: String(caller.id) }, tooMany);
      await deleteExpiredCodes(db, clock());
      const code = newCode();
      const expires_at = new Date(now() + GOOD_FOR_MS);
      const token_version = await sessions.version(caller.id);
      const bridge = kind === 'bridge' ? name?.trim() || 'Весы' : null;
      await insertCode(db, { hash: hashOf(code), kind, name: bridge, user_id: caller.id, token_version, expires_at });
      return { code: asShown(code), expiresAt: expires_at.toISOString() };
    },

    /**
     * Throws InvalidInput alike for a code that never existed, is used, is too old or whose maker is gone. A code of
     * another kind than asked for stays good. Throws TooMany.
     */
    async redeem({ code: typed, kind }: RedeemCode, from: Origin): Promise<RedeemAnswer> {
      const key = { address: networkOf(from.ip) };
      const refused = (error: unknown): never => {
        const event = error instanceof TooMany ? 'login.limited' : 'login.code_failed';
        if (error instanceof TooMany || error instanceof InvalidInput) security.note({ event, ...from });
        throw error;
      };
      await attempts.count({ ...key, site: siteOf(from.ip), all: 'all' }).catch(refused);
      const answer = await db
        .transaction(async (trx) => {
          const row = await takeCode(trx, hashOf(asMade(typed)));
          if (!row || row.expires_at.getTime() <= now()) throw badCode();
          if (kind && row.kind !== kind) throw otherKind(row.kind);
          return redeemed(trx, row, from);
        })
        .catch(refused);
      await attempts.forget(key);
      if ('user' in answer)
        security.note({ event: 'login.succeeded', userId: answer.user.id, details: BY_CODE, ...from });
      return answer;
    },
  };
}
export type SignInCodes = ReturnType<typeof createSignInCodes>;
