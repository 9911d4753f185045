import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { formatDay } from '../../lib/billing-labels.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { Notice } from '../../ui/Notice.tsx';

export function ConsentWithdrawal() {
  const [opened, setOpened] = useState(false);
  const withdrawnAt = useSession()?.user.consent_withdrawn_at;
  const withdraw = useMutation({
    mutationFn: () => api.call('POST /api/auth/withdraw-consent'),
    meta: { invalidates: [['me']] },
    onSettled: () => setOpened(false),
    onError: (error) => notify.error(messageOf(error, 'Ошибка при отзыве согласия')),
  });
  if (withdraw.data)
    return (
      <Notice kind="info" urgent>
        {withdraw.data.message}
      </Notice>
    );
  if (withdrawnAt)
    return (
      <Text>
        Согласие отозвано {formatDay(withdrawnAt)}. Писем, без которых можно обойтись, мы не присылаем. Чтобы обработка
        прекратилась полностью, удалите аккаунт.
      </Text>
    );
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Отозвать согласие
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Отозвать согласие?">
        <Stack>
          <Text>
            Отметим отзыв сегодняшним днём и больше не будем присылать писем, без которых можно обойтись. Данные, нужные
            для работы сервиса, останутся, пока есть аккаунт.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus disabled={withdraw.isPending} onClick={() => setOpened(false)}>
              Отмена
            </Button>
            <Button color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Отозвать согласие
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
