import type { ExportedData } from '@ostatok/api/contract/my-data.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Answerable } from '@ostatok/kit/node/endpoints.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import {
  asOfOneMoment,
  type ExportedTenantRow,
  type ExportedUser,
  type PlainSection,
  plainSections,
  type Row,
  selectActivity,
  selectLetters,
  selectPayments,
  selectSubscription,
  selectTenants,
  selectUnopened,
  selectUser,
} from './export.queries.ts';
import { inRoubles } from './export-money.ts';

const REASON =
  'Данные выгружены по запросу субъекта персональных данных: право на доступ к своим данным по статье 14 Федерального закона от 27.07.2006 № 152-ФЗ «О персональных данных»';

/** The plain sections that contain sums. */
const moneySections = new Set(['subscription_periods', 'balance', 'subscription_events', 'notices', 'refunds']);

/** All payments: no user makes more. */
const ALL = { limit: 1_000_000, offset: 0 };

/** Registration asks for one name: the first word becomes the first name, the rest the last name. */
function namesOf(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') };
}

const profileOf = (user: ExportedUser) => ({
  id: user.id,
  username: user.email,
  email: user.email,
  email_verified: user.email_verified,
  ...namesOf(user.name),
  company_name: user.company_name,
  phone: user.phone,
  role: user.role,
  status: user.status,
  created_at: user.created_at,
  updated_at: user.updated_at,
});

/** A tenant's workbook and its archive can be downloaded as long as the tenant exists. */
function tenantOf({
  stats,
  ...row
}: ExportedTenantRow): Omit<ExportedTenantRow, 'stats'> & Record<'workbook' | 'archive', string | null> {
  const there = row.status === 'active' || row.status === 'suspended';
  const path = `/auth/export-data/tenants/${row.id}`;
  return { ...row, workbook: there ? `${path}.xlsx` : null, archive: there ? `${path}.zip` : null };
}

async function subscriptionOf(trx: Knex.Transaction, userId: number) {
  const row = await selectSubscription(trx, userId);
  if (!row) return null;
  const { plan, plan_name, id: _, user_id: __, plan_id: ___, ...rest } = row as typeof row & Record<string, unknown>;
  const { status, billing_period, current_period_end } = row;
  return {
    ...inRoubles(rest),
    status,
    billing_period,
    current_period_end,
    plan: { displayName: plan, name: plan_name },
  };
}

/** Everything that is kept about a user, table by table, in words that a person can read; sums are in roubles. */
export function createDataExport({
  db,
  billing,
  security,
  now = () => new Date(),
}: {
  db: Knex;
  billing: Pick<Billing, 'invoicesOf'>;
  security: Pick<SecurityLog, 'record'>;
  now?: () => Date;
}) {
  async function read(trx: Knex.Transaction, userId: number) {
    const user = await selectUser(trx, userId);
    if (!user) throw new Unauthorized('session_over', 'Учётная запись удалена');
    const plain: Record<string, Row[]> = {};
    for (const [name, select] of Object.entries(plainSections)) {
      const rows = await select(trx, userId);
      plain[name] = moneySections.has(name) ? rows.map(inRoubles) : rows;
    }
    return {
      profile: profileOf(user),
      subscription: await subscriptionOf(trx, userId),
      tenants: (await selectTenants(trx, userId)).map(tenantOf),
      unopened_tenants: await selectUnopened(trx, userId),
      payments: (await selectPayments(trx, userId)).map(inRoubles),
      ...(plain as Record<PlainSection, Row[]>),
      letters: await selectLetters(trx, user),
      activity: await selectActivity(trx, userId),
      consent: { given_at: user.consent_at, withdrawn_at: user.consent_withdrawn_at },
    };
  }

  return {
    async data(userId: number): Promise<Answerable<ExportedData>> {
      const data = await asOfOneMoment(db, (trx) => read(trx, userId));
      await security.record(db, { event: 'export.personal', userId });
      const { invoices } = await billing.invoicesOf(userId, ALL);
      return { export_date: now(), export_reason: REASON, ...data, invoices };
    },
  };
}
export type DataExport = ReturnType<typeof createDataExport>;
