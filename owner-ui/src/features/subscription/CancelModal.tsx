import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { billingKeys, failureOf } from '../../lib/billing.ts';
import { formatDay } from '../../lib/billing-labels.ts';
import { notify } from '../../lib/notify.ts';
import classes from './Dialog.module.css';

interface CancelModalProps {
  subscription: Subscription;
  onClose: () => void;
  /** Switches to the free plan instead. */
  onGoFree: () => void;
}

function useCancel(onDone: () => void) {
  return useMutation({
    mutationFn: () => api.call('POST /api/billing/cancel-subscription'),
    onSuccess() {
      notify.success('Подписка отменена. Автопродление остановлено.');
      onDone();
    },
    onError: (error) => notify.error(failureOf(error, 'Не удалось отменить подписку', 'Ошибка при отмене подписки')),
    meta: { invalidates: billingKeys },
  });
}

export function CancelModal({ subscription, onClose, onGoFree }: CancelModalProps) {
  const cancel = useCancel(onClose);
  const end = formatDay(subscription.current_period_end);
  return (
    <Modal opened onClose={onClose} title="Отменить подписку?" size="lg">
      <Stack>
        <Text>
          Больше ничего не спишем. Тариф {quoted(subscription.plan.display_name)} работает до {end}, потом заведения
          приостановятся. До этого дня подписку можно возобновить одной кнопкой.
        </Text>
        <Text>
          Хотите считать дальше без оплаты?{' '}
          <Anchor component="button" type="button" underline="always" fw={600} onClick={onGoFree}>
            Перейдите на бесплатный тариф
          </Anchor>
        </Text>
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus disabled={cancel.isPending} onClick={onClose}>
            Оставить подписку
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Отменить подписку
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
