import { Flags } from '@oclif/core';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';

interface Pending {
  last: Operation | null;
  pending: number;
  pendingVenues: number;
}

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
    const { pending, pendingVenues } = await api.get<Pending>('/api/admin/aliases/push');
    if (!dryRun)
      await this.confirm(`Отправить заведениям изменения (${pending}, ждут заведений: ${pendingVenues})?`, flags.yes);
    const { operation } = await api.post<{ operation: Operation }>(
      '/api/admin/aliases/push',
      { dryRun },
      { prefer: 'respond-async' },
    );
    const ended = await this.follow(api, operation);
    const path = `/api/admin/operations/${operation.id}/items?status=failed&limit=1000`;
    const { items } = ended.failed > 0 ? await api.get<{ items: OperationItem[] }>(path) : { items: [] };
    for (const { label, message } of items) this.log(`${label}: ${message ?? 'не удалось'}`);
    if (items.length > 0) this.say('Повторите позже: отправится только недостающее.');
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended, failed: items };
  }
}
