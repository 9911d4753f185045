import { Args, Flags } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { type Paper, type PaperKind, paperKinds, readPaper } from '../../operations/venue-paper.ts';
import { visitVenue } from '../../platform/venue-visit.ts';

interface Answer {
  success: true;
  kind: PaperKind;
  applied: boolean;
  /** What the venue has read. */
  draft: object;
}

export default class TenantsLoad extends BaseCommand {
  static override summary = 'Загрузить в заведение поставку, продажи или рецепты из файла';
  static override description =
    'Входит в заведение для поддержки: вход виден в его журнале, причину владелец получает письмом. Показывает, что прочитано, и спрашивает, прежде чем записать; от отказа в заведении ничего не остаётся.';
  static override examples = [
    '<%= config.bin %> tenants load bar УПД.xml --reason "Владелец прислал накладную"',
    '<%= config.bin %> tenants load bar бар.xlsx --as recipes --reason "Перенос" --check',
  ];
  static override args = {
    tenant: Args.string({ required: true, description: 'поддомен или номер' }),
    file: Args.string({ required: true, description: 'файл' }),
  };
  static override flags = {
    ...yesFlag,
    reason: Flags.string({ required: true, description: 'зачем: увидит владелец', helpValue: 'ТЕКСТ' }),
    as: Flags.option({ options: paperKinds, description: 'что в файле: поставка, продажи или рецепты' })(),
    counted: Flags.option({
      options: ['before', 'after'] as const,
      description: 'подсчёт в день поставки был до неё (before) или после (after)',
    })(),
    check: Flags.boolean({ description: 'только показать, что прочитано', exclusive: ['yes'] }),
  };

  async run(): Promise<Answer> {
    const { args, flags } = await this.parse(TenantsLoad);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    return visitVenue(api, tenant_id, flags.reason, async (visit) => {
      const paper = await readPaper(visit, args.file, flags.as);
      this.show(paper);
      const { kind, draft, question } = paper;
      if (flags.check) {
        await paper.drop();
        return { success: true, kind, applied: false, draft };
      }
      try {
        await this.confirm(question, flags.yes);
        this.say(await paper.write(flags));
      } catch (error) {
        await paper.drop();
        throw error;
      }
      return { success: true, kind, applied: true, draft };
    });
  }

  private show({ card, warnings }: Paper): void {
    if (this.jsonEnabled()) return;
    this.showCard(card);
    for (const warning of warnings) this.sayWrapped(warning, '! ');
  }
}
