import { Button, PasswordInput, Stack } from '@mantine/core';
import { newPassword, repeated } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { object } from 'yup';
import { hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { resetPassword } from './calls.ts';
import { Outcome } from './Outcome.tsx';

const schema = object({
  newPassword: newPassword('Пароль должен содержать минимум 8 символов', 'Введите новый пароль'),
  confirmation: repeated('newPassword'),
});

const INVALID_LINK = 'Недействительная ссылка для сброса пароля';

function InvalidLink() {
  return (
    <GuestPage title="Ссылка не подходит">
      <Stack>
        <Outcome>{INVALID_LINK}. Ссылка действительна 1 час и срабатывает один раз — получите новую.</Outcome>
        <Button component={Link} to="/forgot-password">
          Получить новую ссылку
        </Button>
        <Button component={Link} to="/login" variant="subtle">
          Вернуться ко входу
        </Button>
      </Stack>
    </GuestPage>
  );
}

function Done() {
  return (
    <GuestPage title="Пароль изменён">
      <Stack>
        <Outcome>Войдите с новым паролем. На других устройствах вход завершён.</Outcome>
        <Button component={Link} to="/login">
          Войти
        </Button>
      </Stack>
    </GuestPage>
  );
}

type Ending = 'done' | 'invalid';

function NewPasswordForm({ token, onEnd }: { token: string; onEnd: (ending: Ending) => void }) {
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { newPassword: '', confirmation: '' },
    async onSubmit(values) {
      try {
        await resetPassword(token, values.newPassword);
        onEnd('done');
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_link') return onEnd('invalid');
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Произошла ошибка при сбросе пароля'));
      }
    },
  });
  return (
    <GuestPage title="Новый пароль" footer={<TextLink to="/login">Вернуться ко входу</TextLink>}>
      <form {...form}>
        <Stack>
          <PasswordInput
            label="Новый пароль"
            description="Не короче 8 символов"
            autoComplete="new-password"
            autoFocus
            {...bind('newPassword')}
          />
          <PasswordInput label="Пароль ещё раз" autoComplete="new-password" {...bind('confirmation')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Сохранить пароль
          </Button>
        </Stack>
      </form>
    </GuestPage>
  );
}

/** Signs the present user out first, because the link may belong to another user. */
function useSignedOut(): boolean {
  const [signedOut, setSignedOut] = useState(() => session.get() === null);
  useEffect(() => {
    if (!signedOut) void signOut().then(() => setSignedOut(true));
  }, [signedOut]);
  return signedOut;
}

export function ResetPassword() {
  useTitle('Новый пароль');
  const token = useSearchParams()[0].get('token');
  const [ending, setEnding] = useState<Ending | null>(null);
  if (!useSignedOut()) return <PageLoading />;
  if (ending === 'done') return <Done />;
  if (!token || ending === 'invalid') return <InvalidLink />;
  return <NewPasswordForm token={token} onEnd={setEnding} />;
}
