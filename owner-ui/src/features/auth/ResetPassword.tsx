import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { newPassword } from '@ostatok/api/contract/auth.ts';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { object, ref, string } from 'yup';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

const schema = object({
  password: newPassword('Пароль должен содержать минимум 8 символов', 'Введите новый пароль'),
  confirmation: string()
    .required('Пароли не совпадают')
    .oneOf([ref('password')], 'Пароли не совпадают'),
});

const back = <TextLink to="/login">Вернуться ко входу</TextLink>;

function InvalidLink() {
  return (
    <GuestPage title="Ссылка не подходит" footer={back}>
      <Stack>
        <Text>Недействительная ссылка для сброса пароля</Text>
        <Button component={Link} to="/forgot-password">
          Получить новую ссылку
        </Button>
      </Stack>
    </GuestPage>
  );
}

function Done() {
  return (
    <GuestPage title="Пароль изменён">
      <Stack>
        <Text>Войдите с новым паролем.</Text>
        <Button component={Link} to="/login">
          Войти
        </Button>
      </Stack>
    </GuestPage>
  );
}

export function ResetPassword() {
  useTitle('Новый пароль');
  const token = useSearchParams()[0].get('token');
  const [done, setDone] = useState(false);
  useEffect(() => session.end(), []);
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { password: '', confirmation: '' },
    async onSubmit({ password }) {
      try {
        await api.post('/auth/reset-password', { token, newPassword: password });
        setDone(true);
      } catch (error) {
        notify.error(messageOf(error, 'Произошла ошибка при сбросе пароля'));
      }
    },
  });
  if (!token) return <InvalidLink />;
  if (done) return <Done />;
  return (
    <GuestPage title="Новый пароль" footer={back}>
      <form {...form}>
        <Stack>
          <PasswordInput
            label="Новый пароль"
            description="Не короче 8 символов"
            autoComplete="new-password"
            autoFocus
            {...bind('password')}
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
