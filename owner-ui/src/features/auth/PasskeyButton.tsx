import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { signInByPasskey } from './calls.ts';

/** Shown only if the browser supports passkeys; closing its dialog is not an error. */
export function PasskeyButton({ rememberMe, onDone }: { rememberMe: boolean; onDone: () => void }) {
  const enter = useMutation({
    mutationFn: () => signInByPasskey(rememberMe),
    onSuccess: onDone,
    onError(error) {
      if (error.name !== 'NotAllowedError')
        notify.error(messageOf(error, 'Войти ключом не получилось. Войдите по паролю'));
    },
  });
  if (typeof window === 'undefined' || !window.PublicKeyCredential) return null;
  return (
    <Button
      variant="default"
      fullWidth
      mt="sm"
      leftSection={<KeyRound size={18} aria-hidden />}
      loading={enter.isPending}
      onClick={() => enter.mutate()}
    >
      Вход с ключом доступа
    </Button>
  );
}
