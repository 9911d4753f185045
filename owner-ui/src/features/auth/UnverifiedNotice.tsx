import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { Notice } from '../../ui/Notice.tsx';
import { resendVerification } from './calls.ts';

export function UnverifiedNotice({ email, onClose }: { email: string; onClose: () => void }) {
  const resend = useMutation({
    mutationFn: () => resendVerification(email.trim()),
    onSuccess() {
      notify.success('Ссылка для подтверждения отправлена на ваш email');
      onClose();
    },
    onError: (error) => notify.error(messageOf(error, 'Ошибка отправки')),
  });
  const send = () => (email.trim() ? resend.mutate() : notify.error('Введите email для повторной отправки'));
  return (
    <Notice kind="warning" urgent title="Email не подтвержден" onClose={onClose}>
      <Text mb="sm">Откройте ссылку из письма. Не пришло — отправьте ещё раз.</Text>
      <Button size="sm" color="amber" loading={resend.isPending} onClick={send}>
        Отправить повторно
      </Button>
    </Notice>
  );
}
