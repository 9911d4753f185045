import { Flags } from '@oclif/core';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';

export default class AliasesPush extends BaseCommand {
  static override summary = 'Отправить изменения каталога всем заведениям';
  static override description =
    'Заведение получает объём и веса своих бутылок; то, что измерило само, остаётся. Недоступные заведения названы в конце.';
  static override flags = {
    ...yesFlag,
    'dry-run': Flags.boolean({ description: 'только посчитать, ничего не менять' }),
  };

  async run(): Promise<{ success: boolean; operation: Operation; failed: OperationItem[] }> {
    const { flags } = await this.parse(AliasesPush);
    const dryRun = flags['dry-run'];
    const api = await this.api();
    const { pending, pendingVenues } = await api.call('GET /api/admin/aliases/push');
    if (!dryRun)
      await this.confirm(`Отправить заведениям изменения (${pending}, ждут заведений: ${pendingVenues})?`, flags.yes);
    const { operation } = await api.call('POST /api/admin/aliases/push', {
      body: { dryRun },
      headers: { prefer: 'respond-async' },
    });
    const ended = await this.follow(api, operation);
    const failed = { params: { id: operation.id }, query: { status: 'failed', limit: 1000 } };
    const { items } = ended.failed > 0 ? await api.call('GET /api/admin/operations/:id/items', failed) : { items: [] };
    for (const { label, message } of items) this.log(`${label}: ${message ?? 'не удалось'}`);
    if (items.length > 0) this.say('Повторите позже: отправится только недостающее.');
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended, failed: items };
  }
}
