import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, messageOf } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { LateLetters } from './LateLetters.tsx';
import { Notice } from './Notice.tsx';

interface VerifyBannerProps {
  email: string;
  /** Says why the address should be confirmed. */
  children: ReactNode;
}

/** Asks to confirm the address and sends the letter again. */
export function VerifyBanner({ email, children }: VerifyBannerProps) {
  const resend = useMutation({
    mutationFn: () => api.call('POST /api/auth/resend-verification', { body: { email } }),
    onSuccess: () => notify.success('Ссылка для подтверждения отправлена на ваш email'),
    onError: (error) => notify.error(messageOf(error, 'Ошибка отправки')),
  });
  return (
    <Notice kind="warning" title="Подтвердите email">
      <Group justify="space-between" gap="sm">
        <Text>{children}</Text>
        <Button size="sm" color="amber" loading={resend.isPending} onClick={() => resend.mutate()}>
          Отправить ещё раз
        </Button>
      </Group>
      <LateLetters />
    </Notice>
  );
}
