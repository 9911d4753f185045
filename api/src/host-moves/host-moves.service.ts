import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Hostings } from '../hosting/hosting.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { ItemEnd } from '../operations/work.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, listLiving } from '../platform/tenant-rows.queries.ts';
import { TABLES_BUSY } from '../supervisor/start-failure.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { countElsewhere } from './host-moves.queries.ts';

/** Each start takes half a second of a core, which the tenants in use need too. */
const VENUES_AT_ONCE = 2;
/** One tenant goes first, then so many more, and so on. */
const COHORTS = [5, 25, 100];
const MOST_FAILURES = 3;

export interface HostMovesDeps {
  db: Knex;
  /** Where tenants run in this installation. */
  hostings: Hostings;
  runtime: Pick<TenantRuntime, 'moveTo'>;
  operations: Pick<Operations, 'define' | 'start'>;
}

type Order = { hosting: Hosting };

const itemOf = ({ id, display_name, subdomain }: TenantRow) => ({ key: id, label: `${display_name} (${subdomain})` });

/** Moves tenants between the hosts of this installation, one after another, while they serve. */
export function createHostMoves({ db, hostings, runtime, operations }: HostMovesDeps) {
  async function move(id: string, hosting: Hosting): Promise<ItemEnd> {
    const moved = await runtime.moveTo(id, hosting);
    switch (moved.state) {
      case 'switched':
        return { message: 'Перенесено без остановки' };
      case 'asleep':
        return { message: 'Спит: проверено, проснётся на новом месте' };
      case 'same':
        return { message: 'Уже там' };
      case 'elsewhere':
        return { status: 'skipped', message: 'Работает на другом сервере платформы: перенесите его там' };
      case 'busy':
        return { status: 'skipped', message: `Пока на прежнем месте: ${TABLES_BUSY}. Перенесите его позже` };
      case 'recovered':
        throw new Unavailable(60, `На новом месте не заработало: ${moved.note}. Заведение осталось на прежнем`);
      default:
        throw new Unavailable(60, `На новом месте не заработало: ${moved.note}. Заведение не запускается`);
    }
  }

  operations.define<null, Order>('host_move', {
    concurrency: VENUES_AT_ONCE,
    firstAlone: true,
    cohorts: COHORTS,
    stopAfterFailures: MOST_FAILURES,
    run: ({ key }, { input }) => move(key, input.hosting),
    async finish({ input, done, failed, skipped }) {
      const sentences = [`Перенесено заведений: ${done}`];
      if (skipped > 0) sentences.push(`Пропущено: ${skipped}`);
      if (failed > 0) sentences.push(`Не перенесено: ${failed}`);
      const left = await countElsewhere(db, input.hosting);
      sentences.push(left > 0 ? `Осталось на прежнем месте: ${left}` : 'На прежнем месте никого не осталось');
      return { message: sentences.join('. '), result: { hosting: input.hosting, left } };
    },
  });

  function expectHere(hosting: Hosting): Hosting {
    if (hostings.includes(hosting)) return hosting;
    throw new Conflict(
      'no_such_hosting',
      `Эта платформа не запускает заведения как ${hosting}. Задайте HOSTING=${hosting}, прежнее значение — в HOSTING_BEFORE, и перезапустите её`,
    );
  }

  const start = (
    trx: Knex.Transaction,
    startedBy: number | null,
    title: string,
    rows: TenantRow[],
    hosting: Hosting,
    unique: string,
  ): Promise<Operation> =>
    operations.start(trx, { kind: 'host_move', title, startedBy, input: { hosting }, items: rows.map(itemOf), unique });

  return {
    /** Throws Conflict while another move is under way, or where there is no such host. */
    async all(actorId: number | null, to: Hosting = hostings[0]): Promise<Operation> {
      const hosting = expectHere(to);
      return db.transaction(async (trx) =>
        start(trx, actorId, `Переезд всех заведений: ${hosting}`, await listLiving(trx), hosting, 'host_move'),
      );
    },
    async one(actorId: number | null, id: string, to: Hosting = hostings[0]): Promise<Operation> {
      const hosting = expectHere(to);
      const row = await findTenant(db, id);
      if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
      const title = `Переезд заведения ${quoted(row.display_name)}: ${hosting}`;
      return db.transaction((trx) => start(trx, actorId, title, [row], hosting, `host_move:${id}`));
    },
  };
}
export type HostMoves = ReturnType<typeof createHostMoves>;
