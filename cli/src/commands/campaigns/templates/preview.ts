import { writeFile } from 'node:fs/promises';
import { Args, Flags } from '@oclif/core';
import type { EmailPreview } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { templateSource } from '../../../arguments/template-source.ts';
import { BaseCommand } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesPreview extends BaseCommand {
  static override summary = 'Как письмо увидит получатель: с примерами вместо переменных';
  static override description =
    'Текст печатается, письмо целиком сохраняется с --html. Неизвестные переменные названы.';
  static override examples = ['<%= config.bin %> campaigns templates preview 12 --file spring.mjml --html spring.html'];
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };
  static override flags = {
    file: Flags.string({ description: 'письмо из файла, ещё не сохранённое: .mjml или .html', helpValue: 'ФАЙЛ' }),
    html: Flags.string({ description: 'куда сохранить письмо', helpValue: 'ФАЙЛ.html' }),
  };

  async run(): Promise<{ success: true } & EmailPreview> {
    const { args, flags } = await this.parse(CampaignsTemplatesPreview);
    const api = await this.api();
    const { subject, mjml, html, template_type: templateType } = await resolveTemplate(api, args.template);
    const source = flags.file === undefined ? { mjml, html } : await templateSource(flags.file);
    const shown = await api.call('POST /api/admin/email/preview', { body: { subject, templateType, ...source } });
    this.log(`${shown.subject}\n\n${shown.text}`);
    if (shown.unknown.length > 0)
      this.say(`Таких переменных нет: ${shown.unknown.join(', ')}. Все: ostatok campaigns templates variables`);
    if (flags.html !== undefined) {
      await writeFile(flags.html, shown.html);
      this.say(`Сохранено в ${flags.html}`);
    }
    return { success: true, subject: shown.subject, html: shown.html, text: shown.text, unknown: shown.unknown };
  }
}
