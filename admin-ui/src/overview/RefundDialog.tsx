import { TextField } from '@mui/material';
import { type AdminPayment, refundSchema } from '@ostatok/api/contract/subscriptions.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import { act, couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useForm } from '../ui/use-form.ts';

export function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const { formik, bind, form } = useForm({
    schema: refundSchema,
    initialValues: { amount: payment.refundable as number | string, reason: '' },
    async onSubmit(values) {
      const isDone = await act({
        rows: [payment],
        call: ({ id }) => api.post(`/api/admin/payments/${id}/refund`, values),
        done: 'Возврат отправлен',
        failed: couldNot('вернуть деньги'),
        resources: ['payments', 'subscriptions'],
      });
      if (isDone) onClose();
    },
  });
  return (
    <FormDialog title="Вернуть деньги" submit="Вернуть" isBusy={formik.isSubmitting} form={form} onClose={onClose}>
      <p>
        {payment.payer_email}, можно вернуть {formatMoney(payment.refundable)}
      </p>
      <TextField label="Сумма, ₽" slotProps={{ htmlInput: { inputMode: 'decimal' } }} {...bind('amount')} />
      <TextField label="Причина" {...bind('reason')} />
    </FormDialog>
  );
}
