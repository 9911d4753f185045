import { Flags } from '@oclif/core';
import type { GrowthMonth } from '@ostatok/api/contract/overview.endpoints.ts';
import { BaseCommand, type Column } from '../base-command.ts';
import { orNone, roubles } from '../output/format.ts';

const MONTH = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const nameOf = (month: string): string => MONTH.format(new Date(`${month}-15`)).replace(/\s*г\.$/, '');

const columns: Column<GrowthMonth>[] = [
  ['МЕСЯЦ', ({ month }) => nameOf(month), 'whole'],
  ['ВЫРУЧКА', ({ mrr }) => roubles(mrr)],
  ['ПОЛЬЗОВАТЕЛЕЙ', ({ users }) => orNone(users)],
  ['НОВЫХ', ({ new_users }) => orNone(new_users), 'spare'],
  ['ЗАВЕДЕНИЙ', ({ tenants }) => orNone(tenants)],
  ['ОТКРЫТО', ({ new_tenants }) => orNone(new_tenants), 'spare'],
];

export default class Growth extends BaseCommand {
  static override summary = 'Рост по месяцам: выручка, пользователи, заведения';
  static override flags = {
    months: Flags.integer({ description: 'сколько месяцев', default: 12, min: 1, max: 60, helpValue: 'ЧИСЛО' }),
  };

  async run(): Promise<{ success: true; months: GrowthMonth[] }> {
    const { flags } = await this.parse(Growth);
    const api = await this.api();
    const { months } = await api.call('GET /api/admin/stats/growth', { query: { months: flags.months } });
    const options = { limit: months.length, page: 1, all: true };
    this.showList({ rows: months, total: months.length }, options, columns, 'Месяцев ещё нет.');
    return { success: true, months };
  }
}
