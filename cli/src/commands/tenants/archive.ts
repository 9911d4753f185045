import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { type SavedFile, saveDownload } from '../../lists/workbook.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { bytes } from '../../output/format.ts';

export default class TenantsArchive extends BaseCommand {
  static override summary = 'Скачать архив заведения: книгу Excel и полные данные';
  static override description =
    'Из архива открывают новое заведение, здесь или на другой установке: ostatok tenants create … --from ФАЙЛ. Паролей и токенов в нём нет. Работает и для приостановленного заведения.';
  static override examples = ['<%= config.bin %> tenants archive bar --output bar.zip'];
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    output: Flags.string({ description: 'куда сохранить (иначе ПОДДОМЕН.zip)', helpValue: 'ФАЙЛ.zip' }),
  };

  async run(): Promise<SavedFile> {
    const { args, flags } = await this.parse(TenantsArchive);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    const file = flags.output ?? `${subdomain}.zip`;
    const saved = await saveDownload(api, `/api/admin/tenants/${tenant_id}/archive.zip`, file);
    this.say(`Сохранено в ${file}: ${bytes(saved.bytes)}`);
    return saved;
  }
}
