import { MenuItem, TextField } from '@mui/material';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { refundSchema } from '@ostatok/api/contract/subscriptions.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { InferType } from 'yup';
import { api } from '../http-client.ts';
import { withIdempotencyKey } from '../idempotency.ts';
import { act, couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { dateText } from '../ui/texts.ts';
import { useForm } from '../ui/use-form.ts';

/** The amount may be a text, which the platform reads. */
type Refund = InferType<typeof refundSchema>;

const SURE = 'Сначала убедитесь у платёжного сервиса, что эти деньги не ушли: иначе они уйдут дважды';

/** The option that replaces no lost refund: it makes one more. */
const NONE = '';

export function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const lost = payment.refunds.filter((refund) => refund.lost);
  const amountOf = (id: string): number => lost.find((refund) => refund.id === id)?.amount ?? payment.refundable;
  const first = payment.refundable > 0 ? NONE : (lost[0]?.id ?? NONE);
  const { formik, bind, form } = useForm({
    schema: refundSchema,
    initialValues: { amount: amountOf(first) as number | string, reason: '', replaces: first },
    async onSubmit({ replaces, ...values }) {
      const body = { ...(values as Refund), ...(replaces ? { replaces } : {}) };
      const isDone = await act({
        rows: [payment],
        call: ({ id }) =>
          withIdempotencyKey(['refund', id, body], (headers) =>
            api.call('POST /api/admin/payments/:id/refund', { params: { id }, body, headers }),
          ),
        doneBefore: ({ done_before }) => done_before,
        done: 'Возврат отправлен',
        failed: couldNot('вернуть деньги'),
        resources: ['payments', 'subscriptions'],
      });
      if (isDone) onClose();
    },
  });
  const { replaces } = formik.values;
  const most = payment.refundable + (replaces ? amountOf(replaces) : 0);
  return (
    <FormDialog title="Вернуть деньги" submit="Вернуть" isBusy={formik.isSubmitting} form={form} onClose={onClose}>
      <p>
        {payment.payer_email}, можно вернуть {formatMoney(most)}
      </p>
      {lost.length > 0 && (
        <TextField
          {...bind('replaces')}
          select
          label="Вместо возврата, о котором банк не ответил"
          helperText={replaces ? SURE : undefined}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={({ target }) =>
            void formik.setValues((now) => ({ ...now, replaces: target.value, amount: amountOf(target.value) }))
          }
        >
          {payment.refundable > 0 && <MenuItem value={NONE}>Нет, это ещё один возврат</MenuItem>}
          {lost.map(({ id, amount, created_at }) => (
            <MenuItem key={id} value={id}>
              {formatMoney(amount)}, {dateText(created_at)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField label="Сумма, ₽" slotProps={{ htmlInput: { inputMode: 'decimal' } }} {...bind('amount')} />
      <TextField label="Причина" {...bind('reason')} />
    </FormDialog>
  );
}
