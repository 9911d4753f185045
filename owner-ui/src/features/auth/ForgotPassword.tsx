import { Button, Stack, TextInput } from '@mantine/core';
import { email } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { object } from 'yup';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { LateLetters } from '../../ui/LateLetters.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { requestReset } from './calls.ts';
import { Outcome } from './Outcome.tsx';

const schema = object({ email: email('Введите email адрес') });

/** The text for an error without a message of its own: refused by the server, or the server was not reached. */
const fallbackOf = (error: unknown): string =>
  error instanceof ApiError && error.status > 0 ? 'Произошла ошибка' : 'Произошла ошибка при отправке письма';

function Sent({ to, pending, onResend }: { to: string; pending: boolean; onResend: () => void }) {
  return (
    <GuestPage title="Письмо отправлено">
      <Stack>
        <Outcome>
          Откройте письмо на <strong>{to}</strong> и перейдите по ссылке. Ссылка действительна 1 час. Если письма нет,
          загляните в папку «Спам».
        </Outcome>
        <LateLetters />
        <Button variant="default" loading={pending} onClick={onResend}>
          Отправить ещё раз
        </Button>
        <Button component={Link} to="/login" variant="subtle">
          Вернуться ко входу
        </Button>
      </Stack>
    </GuestPage>
  );
}

export function ForgotPassword() {
  useTitle('Восстановление пароля');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { email: '' },
    async onSubmit(values) {
      try {
        await requestReset(values.email);
        notify.success('Письмо с инструкциями отправлено на ваш email');
        setSentTo(values.email);
      } catch (error) {
        notify.error(messageOf(error, fallbackOf(error)));
      }
    },
  });
  if (sentTo) return <Sent to={sentTo} pending={formik.isSubmitting} onResend={() => formik.submitForm()} />;
  return (
    <GuestPage
      title="Забыли пароль?"
      lead="Пришлём ссылку, по которой вы зададите новый."
      footer={<TextLink to="/login">Вернуться ко входу</TextLink>}
    >
      <form {...form}>
        <Stack>
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...bind('email')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Отправить ссылку
          </Button>
        </Stack>
      </form>
    </GuestPage>
  );
}
