import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

export function ConsentWithdrawal() {
  const [opened, setOpened] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api.post('/auth/withdraw-consent'),
    onSuccess() {
      setOpened(false);
      notify.success('Согласие отозвано');
    },
    onError: (error) => notify.error(messageOf(error, 'Ошибка при отзыве согласия')),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Отозвать согласие
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Отозвать согласие?">
        <Stack>
          <Text>
            Отметим отзыв сегодняшним днём. Данные, без которых сервис не работает, останутся, пока есть аккаунт. Чтобы
            стереть и их, удалите аккаунт.
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
