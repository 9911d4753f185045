import { Button, Modal, Stack, Text, Title } from '@mantine/core';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { CARD_CHECK_ROUBLES } from '@ostatok/api/contract/billing.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { useRemoveCard, useReplaceCard } from '../../lib/billing.ts';
import { formatDay } from '../../lib/billing-labels.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import card from './CurrentCard.module.css';
import classes from './Dialog.module.css';

function ReplaceModal({ first, onClose }: { first: boolean; onClose: () => void }) {
  const replace = useReplaceCard();
  return (
    <Modal opened onClose={onClose} title={first ? 'Привязать карту' : 'Заменить карту'} size="lg">
      <Stack>
        <Text>
          Откроется страница банка. Для проверки карты спишем {formatMoney(CARD_CHECK_ROUBLES)} и сразу вернём.
          {first ? ' Потом подписка будет продлеваться с неё.' : ' Прежнюю карту после этого забудем.'}
        </Text>
        <div className={classes.buttons}>
          <Button variant="default" disabled={replace.isPending} onClick={onClose}>
            Отмена
          </Button>
          <Button data-autofocus loading={replace.isPending || replace.isSuccess} onClick={() => replace.mutate()}>
            Перейти к банку
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}

function RemoveModal({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const remove = useRemoveCard(onClose);
  const { current_period_end, granted_until } = subscription;
  return (
    <Modal opened onClose={onClose} title="Удалить карту?" size="lg">
      <Stack>
        <Text>
          Сами мы больше ничего не спишем.
          {current_period_end &&
            !granted_until &&
            ` Тариф оплачен до ${formatDay(current_period_end)}: чтобы он продлился, оплатите его сами или привяжите другую карту.`}
        </Text>
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus disabled={remove.isPending} onClick={onClose}>
            Оставить карту
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            Удалить карту
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}

/** The card charged for renewals; it can be replaced or removed. */
export function PaymentMethod({ subscription }: { subscription: Subscription }) {
  const [dialog, setDialog] = useState<'replace' | 'remove' | null>(null);
  const payable = usePublicConfig()?.payments !== false;
  const { payment_method, is_free_plan, status, current_period_end, granted_until } = subscription;
  const isPaid = !is_free_plan && status !== 'expired' && current_period_end !== null;
  if (!payment_method && (!isPaid || granted_until)) return null;
  const close = () => setDialog(null);
  return (
    <section className={card.card} aria-labelledby="payment-method">
      <Title order={2} id="payment-method" fz="1.25rem">
        Способ оплаты
      </Title>
      <Text mt={4} mb="md">
        {payment_method?.title ?? 'Карта не сохранена: продлевать подписку нужно самим.'}
      </Text>
      <div className={card.actions}>
        {isPaid && payable && (
          <Button variant="default" onClick={() => setDialog('replace')}>
            {payment_method ? 'Заменить карту' : 'Привязать карту'}
          </Button>
        )}
        {payment_method && (
          <Button variant="subtle" color="gray" onClick={() => setDialog('remove')}>
            Удалить карту
          </Button>
        )}
      </div>
      {dialog === 'replace' && <ReplaceModal first={!payment_method} onClose={close} />}
      {dialog === 'remove' && <RemoveModal subscription={subscription} onClose={close} />}
    </section>
  );
}
