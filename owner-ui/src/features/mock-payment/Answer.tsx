import { Button, Checkbox, Stack, Text } from '@mantine/core';
import type { PaymentView } from '@ostatok/api/contract/billing.endpoints.ts';
import type { PaymentStatus } from '@ostatok/api/contract/billing.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

const answers = {
  approve: { delayMs: 2000, done: 'Платеж успешно обработан!', failed: 'Ошибка обработки платежа' },
  cancel: { delayMs: 1000, done: 'Платеж отменен', failed: 'Ошибка отмены платежа' },
} as const;
type Verb = keyof typeof answers;

const LEAVE_AFTER_MS: Record<Exclude<PaymentStatus, 'pending'>, number> = { succeeded: 3000, canceled: 2000 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits as a bank would, then sends the real request. */
function useAnswer(paymentId: string) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ verb, body }: { verb: Verb; body?: { card: 'declined_later' } }) {
      await pause(answers[verb].delayMs);
      await sandboxApi.post(`/payments/${encodeURIComponent(paymentId)}/${verb}`, body ?? {});
    },
    onSuccess(_answer, { verb }) {
      const status: PaymentStatus = verb === 'approve' ? 'succeeded' : 'canceled';
      queries.setQueryData<PaymentView>(['mock-payment', paymentId], (payment) => payment && { ...payment, status });
      if (verb === 'approve') notify.success(answers.approve.done);
      else notify.info(answers.cancel.done);
    },
    onError: (_error, { verb }) => notify.error(answers[verb].failed),
    meta: { invalidates: [['mock-payment', paymentId]] },
  });
}

/** Returns automatically after a payment was answered here; if it was settled before, the page stays. */
function Settled({ status, back, leave }: { status: keyof typeof LEAVE_AFTER_MS; back: string; leave: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!leave) return;
    const timer = setTimeout(() => navigate(back, { replace: true }), LEAVE_AFTER_MS[status]);
    return () => clearTimeout(timer);
  }, [leave, status, back, navigate]);
  return (
    <Stack>
      <Text role="status">
        {status === 'succeeded' ? answers.approve.done : `${answers.cancel.done}.`}
        {leave && ' Сейчас вернём вас к подписке.'}
      </Text>
      <Button component={Link} to={back} replace>
        Вернуться к подписке
      </Button>
    </Stack>
  );
}

export function Answer({ payment, back }: { payment: PaymentView; back: string }) {
  const answer = useAnswer(payment.id);
  const [emptyLater, setEmptyLater] = useState(false);
  if (payment.status !== 'pending') return <Settled status={payment.status} back={back} leave={answer.isSuccess} />;
  const pending = (verb: Verb) => answer.isPending && answer.variables.verb === verb;
  const approve = () => answer.mutate({ verb: 'approve', body: emptyLater ? { card: 'declined_later' } : undefined });
  return (
    <Stack>
      <Checkbox
        label="Карта, на которой потом не будет денег"
        description="Этот платёж пройдёт, следующее списание — нет."
        checked={emptyLater}
        disabled={answer.isPending}
        onChange={(event) => setEmptyLater(event.currentTarget.checked)}
      />
      <Button loading={pending('approve')} disabled={pending('cancel')} onClick={approve}>
        Оплатить
      </Button>
      <Button
        variant="default"
        loading={pending('cancel')}
        disabled={pending('approve')}
        onClick={() => answer.mutate({ verb: 'cancel' })}
      >
        Отменить платеж
      </Button>
      {answer.isPending && (
        <Text role="status" c="dimmed" ta="center">
          {pending('approve') ? 'Банк обрабатывает платёж…' : 'Отменяем платёж…'}
        </Text>
      )}
    </Stack>
  );
}
