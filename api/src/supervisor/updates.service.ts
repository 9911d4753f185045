import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { ItemEnd } from '../operations/work.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, listLiving } from '../platform/tenant-rows.queries.ts';
import { isHealthy } from './tenant-client.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

/** Each start takes half a second of a core, which the tenants in use need too. */
const VENUES_AT_ONCE = 2;
const MOST_FAILURES = 5;

export interface UpdatesDeps {
  db: Knex;
  runtime: Pick<TenantRuntime, 'wakeRenewed' | 'sleepAgain' | 'answers' | 'release'>;
  operations: Pick<Operations, 'define' | 'start'>;
  log: Logger;
}

const itemOf = ({ id, display_name, subdomain }: TenantRow) => ({ key: id, label: `${display_name} (${subdomain})` });

/** Updates tenants to the present release: one first, then the rest. */
export function createUpdates({ db, runtime, operations, log }: UpdatesDeps) {
  async function renew(row: TenantRow): Promise<TenantRow> {
    const failed = (error: unknown): never => {
      log.warn({ err: error, tenant: row.id }, 'venue did not start for its update');
      throw new Unavailable(60, 'Заведение не запускается на новом выпуске. Посмотрите его журнал');
    };
    const renewed = await runtime.wakeRenewed(row).catch(failed);
    if (renewed.version !== runtime.release) {
      throw new Conflict(
        'runs_elsewhere',
        'Заведение запущено другим сервером платформы прежнего выпуска. Обновите его',
      );
    }
    return renewed;
  }

  async function check(row: TenantRow): Promise<object> {
    const healthy = row.endpoint !== null && (await isHealthy({ endpoint: row.endpoint, secret: '' }));
    if (!healthy || !(await runtime.answers(row)))
      throw new Unavailable(60, 'Заведение запустилось, но не отвечает. Посмотрите его журнал');
    return { version: row.version };
  }

  async function update(id: string): Promise<ItemEnd> {
    const row = await findTenant(db, id);
    if (row?.status === 'suspended') return { status: 'skipped', message: 'Приостановлено' };
    if (row?.status !== 'active') return { status: 'skipped', message: 'Заведение удалено' };
    const slept = !(await runtime.answers(row));
    const renewed = await renew(row);
    try {
      const result = await check(renewed);
      return {
        message: slept ? 'Обновлено' : row.version === runtime.release ? 'Уже обновлено' : 'Перезапущено',
        result,
      };
    } finally {
      if (slept) await runtime.sleepAgain(renewed);
    }
  }

  operations.define('update_all', {
    concurrency: VENUES_AT_ONCE,
    firstAlone: true,
    stopAfterFailures: MOST_FAILURES,
    run: ({ key }) => update(key),
    async finish({ done, failed, skipped }) {
      const sentences = [`Обновлено заведений: ${done}`];
      if (skipped > 0) sentences.push(`Пропущено: ${skipped}`);
      if (failed > 0) sentences.push(`Не обновлено: ${failed}`);
      return { message: sentences.join('. '), result: { release: runtime.release } };
    },
  });

  const start = (startedBy: number | null, title: string, rows: TenantRow[], unique: string): Promise<Operation> =>
    db.transaction((trx) =>
      operations.start(trx, { kind: 'update_all', title, startedBy, items: rows.map(itemOf), unique }),
    );

  return {
    /** Throws Conflict while another update is under way. */
    all: async (actorId: number | null): Promise<Operation> =>
      start(actorId, 'Обновление всех заведений', await listLiving(db), 'update_all'),
    async one(actorId: number | null, id: string): Promise<Operation> {
      const row = await findTenant(db, id);
      if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
      if (row.status !== 'active') throw new Conflict('tenant_not_active', 'Обновить можно только активное заведение');
      return start(actorId, `Обновление заведения ${quoted(row.display_name)}`, [row], `update_all:${id}`);
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;
