import { Args, Flags } from '@oclif/core';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { recognise } from '../../operations/resolve-id.ts';
import { keyFlag, outcomeText, sendOnce } from '../../operations/send-once.ts';
import type { Api } from '../../platform/api-client.ts';

interface Refunded {
  payment: AdminPayment;
  done_before: string | null;
}

/** The full id of a refund that the bank never answered, by the id's start. Throws UserError. */
async function lostRefund(api: Api, paymentId: string, start: string): Promise<string> {
  const { payment } = await api.call('GET /api/admin/payments/:id', { params: { id: paymentId } });
  const lost = payment.refunds.filter((refund) => refund.lost);
  const [one, another] = lost.filter(({ id }) => id.startsWith(start.toLowerCase()));
  if (one && !another) return one.id;
  const all = `Все возвраты: ostatok subscriptions payment ${paymentId}`;
  if (another)
    throw new UserError(`На ${start} начинается несколько номеров, введите больше знаков. ${all}`, 'ambiguous');
  throw new UserError(`Потерянного возврата с таким номером нет. ${all}`, 'refund_not_found');
}

export default class SubscriptionsRefund extends BaseCommand {
  static override summary = 'Вернуть деньги по платежу';
  static override description =
    'Купленное остаётся у владельца. Платежи: ostatok subscriptions payments. Возврат, о котором банк не ответил, начинают заново с --instead-of.';
  static override examples = ['<%= config.bin %> subscriptions refund 0f3c… 490,50 --reason "Двойная оплата"'];
  static override args = {
    payment: Args.string({ required: true, description: 'номер платежа или его начало' }),
    amount: Args.string({ required: true, description: 'сколько рублей' }),
  };
  static override flags = {
    ...yesFlag,
    ...keyFlag,
    reason: Flags.string({ required: true, description: 'причина возврата', helpValue: 'ТЕКСТ' }),
    'instead-of': Flags.string({
      description: 'вместо потерянного возврата: его номер или начало',
      helpValue: 'НОМЕР',
    }),
  };

  async run(): Promise<{ success: true } & Refunded> {
    const { args, flags } = await this.parse(SubscriptionsRefund);
    const api = await this.api();
    // a text, which the platform reads
    const amount = args.amount.replace(',', '.');
    const { id, about } = await recognise(api, 'payment', args.payment);
    const replaces = flags['instead-of'] === undefined ? undefined : await lostRefund(api, id, flags['instead-of']);
    const sure = replaces ? ' Прежний возврат не должен был дойти: проверьте у банка, иначе деньги уйдут дважды.' : '';
    await this.confirm(`Вернуть ${args.amount} ₽ по платежу: ${about}?${sure}`, flags.yes);
    const answer = await sendOnce(flags.key, (headers) =>
      api.send<Refunded>('POST /api/admin/payments/:id/refund', {
        params: { id },
        body: { amount, reason: flags.reason, ...(replaces ? { replaces } : {}) },
        headers,
      }),
    );
    const { payment, done_before } = answer;
    this.say(outcomeText(answer, flags.key, 'Возврат начат. Следить: ostatok subscriptions payments'));
    return { success: true, payment, done_before };
  }
}
