import { Args } from '@oclif/core';
import { synonymStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import { synonymStatuses } from '@ostatok/api/contract/synonyms.ts';
import { BaseCommand, type Several } from '../../../base-command.ts';

type Done = { success: true; synonym: Synonym };

export default class AliasesSynonymsSet extends BaseCommand {
  static override summary = 'Одобрить или отклонить название товара, или вернуть на рассмотрение';
  static override description = 'Одобренные названия узнаёт сопоставление всех заведений.';
  static override examples = [
    '<%= config.bin %> aliases synonyms set approved 12 15',
    '<%= config.bin %> aliases synonyms set rejected 12',
  ];
  static override args = {
    status: Args.string({
      required: true,
      options: [...synonymStatuses],
      description: 'approved — одобрить, rejected — отклонить, pending — вернуть',
    }),
    synonym: Args.integer({ required: true, multiple: true, min: 1, description: 'номер названия, можно несколько' }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(AliasesSynonymsSet);
    const api = await this.api();
    const status = synonymStatuses.find((one) => one === args.status) ?? 'pending';
    return this.each([...new Set(args.synonym)], String, async (id) => {
      const input = { params: { id }, body: { status } };
      const { synonym } = await api.call('PUT /api/admin/aliases/synonyms/:id/status', input);
      this.say(`${synonymStatusLabels[synonym.status]}: ${synonym.name} — ${synonym.description}`);
      return { success: true, synonym };
    });
  }
}
