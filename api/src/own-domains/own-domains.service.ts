import type { OwnDomain } from '@ostatok/api/contract/own-domains.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import { dropDomain, dropOfDeleted, findDomain, type OwnDomainRow, putDomain } from './own-domains.queries.ts';

export interface OwnDomainsDeps {
  db: Knex;
  activity: Pick<Activity, 'record'>;
  /** Whether the name is one of the installation itself, or below its base domain. */
  isOurs: (name: string) => boolean;
  /** Is called when a tenant has got or lost a domain. */
  onChange: (tenantId: string) => void;
  now: () => Date;
}

const toDomain = ({ name, expires_at, problem }: OwnDomainRow): OwnDomain => ({
  name,
  certificate_until: expires_at?.toISOString() ?? null,
  problem,
});

/** Domains that tenants have besides their subdomain, as administrators give them. */
export function createOwnDomains({ db, activity, isOurs, onChange, now }: OwnDomainsDeps) {
  async function existing(id: string, reader: Knex | Knex.Transaction = db): Promise<TenantRow> {
    const row = await findTenant(reader, id);
    if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  async function of(id: string): Promise<OwnDomain | null> {
    await existing(id);
    const row = await findDomain(db, id);
    return row ? toDomain(row) : null;
  }

  return {
    of,
    /** Gives the tenant this domain in place of the one before; null takes it away. Repeating it changes nothing. */
    async set(
      actorId: number,
      id: string,
      name: string | null,
    ): Promise<{ message: string; domain: OwnDomain | null }> {
      if (name !== null && isOurs(name)) throw new InvalidInput('Это адрес самой платформы. Нужен другой домен');
      await db.transaction(async (trx) => {
        const row = await existing(id, trx);
        const before = await findDomain(trx, id);
        if ((before?.name ?? null) === name) return;
        if (name === null) await dropDomain(trx, id);
        else {
          await dropOfDeleted(trx, name);
          if (!(await putDomain(trx, id, name, now())))
            throw new Conflict('domain_taken', 'Этот домен уже у другого заведения');
        }
        const what = name === null ? `Снят домен ${before?.name}:` : `Задан домен ${name}:`;
        await activity.record(trx, venueAct(row, actorId, 'tenant.domain', what));
      });
      onChange(id);
      const message =
        name === null ? 'Своего домена больше нет' : `Домен ${name} задан. Он заработает, когда поведёт сюда`;
      return { message, domain: await of(id) };
    },
  };
}
export type OwnDomains = ReturnType<typeof createOwnDomains>;
