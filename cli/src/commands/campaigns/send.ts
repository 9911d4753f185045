import { readFile } from 'node:fs/promises';
import { Flags } from '@oclif/core';
import type { CampaignResult } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { targetUsers } from '@ostatok/api/contract/campaigns.ts';
import { recipientStatusLabels } from '@ostatok/api/contract/labels.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { targets } from '../../labels/campaign-labels.ts';
import { lookAtCampaign } from '../../operations/follow-work.ts';
import { resolvePlan } from '../../operations/resolve.ts';
import { keyFlag, sendOnce } from '../../operations/send-once.ts';
import { grouped } from '../../output/format.ts';

export default class CampaignsSend extends BaseCommand {
  static override summary = 'Отправить рассылку';
  static override description =
    'Без --real письмо уходит только вам: пробная рассылка. Отписавшиеся и заблокированные её не получат.';
  static override examples = [
    '<%= config.bin %> campaigns send --template 12 --subject "Новые весы"',
    '<%= config.bin %> campaigns send --template 12 --subject Весы --real --yes',
  ];
  static override flags = {
    ...yesFlag,
    subject: Flags.string({ required: true, description: 'заголовок письма', helpValue: 'ТЕКСТ' }),
    template: Flags.integer({ description: 'номер шаблона', helpValue: 'НОМЕР' }),
    html: Flags.string({ description: 'файл с письмом вместо шаблона', helpValue: 'ФАЙЛ', exclusive: ['template'] }),
    to: Flags.option({ options: targetUsers, default: 'all', description: 'кому' })(),
    plan: Flags.string({ description: 'только на этом тарифе', helpValue: 'ТАРИФ' }),
    from: Flags.string({ description: 'зарегистрированным с этого дня', helpValue: 'ГГГГ-ММ-ДД' }),
    until: Flags.string({ description: 'зарегистрированным по этот день', helpValue: 'ГГГГ-ММ-ДД' }),
    real: Flags.boolean({ description: 'не пробная: всем получателям' }),
    ...keyFlag,
  };

  async run(): Promise<{ success: boolean } & CampaignResult> {
    const { flags } = await this.parse(CampaignsSend);
    const api = await this.api();
    const planId = flags.plan === undefined ? null : (await resolvePlan(api, flags.plan)).id;
    const filters = { planId, registeredFrom: flags.from ?? null, registeredTo: flags.until ?? null };
    const audience = { targetUsers: flags.to, filters };
    if (flags.real) {
      const { count } = await api.call('POST /api/admin/marketing/audience', { body: audience });
      await this.confirm(`Отправить «${flags.subject}» (${targets[flags.to]}), писем: ${grouped(count)}?`, flags.yes);
    }
    const html = flags.html === undefined ? '' : await readFile(flags.html, 'utf8').catch(unreadable(flags.html));
    const content = { subject: flags.subject, templateId: flags.template ?? null, html, testMode: !flags.real };
    const answer = await sendOnce(flags.key, (headers) =>
      api.call('POST /api/admin/marketing/send-campaign', {
        body: { ...content, ...audience },
        headers: { ...headers, prefer: 'respond-async' },
      }),
    );
    const { id } = answer.campaign;
    const again = `ostatok campaigns follow ${id}`;
    const work = await this.followWork('Рассылка', again, () => lookAtCampaign(api, id));
    const ended = await api.call('GET /api/admin/campaigns/:id/recipients', {
      params: { id },
      query: { limit: SHOWN },
    });
    const results = ended.recipients.map(({ email, status }) => ({ email, status }));
    for (const { email, status } of results) this.log(`${email}: ${recipientStatusLabels[status]}`);
    this.say(`Все получатели: ostatok campaigns recipients ${id}`);
    const { campaign, done: sent, failed, total } = work;
    return { success: work.status === 'done' && failed === 0, sent, failed, total, results, campaign };
  }
}

/** The first five recipients, as the platform itself answers when it is not asked to answer at once. */
const SHOWN = 5;

const unreadable = (path: string) => (): never => {
  throw new UserError(`Файл не читается: ${path}`, 'unreadable_file');
};
