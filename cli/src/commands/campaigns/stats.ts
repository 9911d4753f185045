import { Flags } from '@oclif/core';
import type { EmailStats } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { day, grouped } from '../../output/format.ts';
import { table } from '../../output/table.ts';

const statuses: Record<string, string> = {
  queued: 'в очереди',
  sending: 'отправляется',
  sent: 'отправлено',
  failed: 'не отправлено',
  bounced: 'адрес отказал',
};

export default class CampaignsStats extends BaseCommand {
  static override summary = 'Сколько писем ушло за последние дни';
  static override flags = {
    days: Flags.integer({ description: 'за сколько дней', default: 30, min: 1, max: 90, helpValue: 'ЧИСЛО' }),
  };

  async run(): Promise<{ success: true } & EmailStats> {
    const { flags } = await this.parse(CampaignsStats);
    const api = await this.api();
    const { totals, period, daily } = await api.call('GET /api/admin/email/stats', { query: { days: flags.days } });
    if (totals.length === 0) this.say('За это время писем не было.');
    else {
      const rows = totals.map(({ template_type, status, count }) => [
        template_type,
        statuses[status] ?? status,
        grouped(count),
      ]);
      this.log(table(['ПИСЬМО', 'ЧТО СТАЛО', 'СКОЛЬКО'], rows, process.stdout.columns));
      this.say(`С ${day(period.from)} по ${day(period.to)}`);
    }
    return { success: true, totals, period, daily };
  }
}
