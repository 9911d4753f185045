import { Button, Stack, Text, TextInput } from '@mantine/core';
import { email } from '@ostatok/api/contract/auth.ts';
import { useState } from 'react';
import { object } from 'yup';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

const schema = object({ email: email('Введите email адрес') });

export function ForgotPassword() {
  useTitle('Восстановление пароля');
  const [sent, setSent] = useState(false);
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { email: '' },
    async onSubmit(values) {
      try {
        await api.post('/auth/forgot-password', values);
        notify.success('Письмо с инструкциями отправлено на ваш email');
        setSent(true);
      } catch (error) {
        notify.error(messageOf(error, 'Произошла ошибка при отправке письма'));
      }
    },
  });
  const back = <TextLink to="/login">Вернуться ко входу</TextLink>;
  if (sent)
    return (
      <GuestPage title="Письмо отправлено" footer={back}>
        <Stack>
          <Text>
            Откройте письмо на <strong>{formik.values.email}</strong> и перейдите по ссылке. Она действует 1 час.
          </Text>
          <Button variant="default" loading={formik.isSubmitting} onClick={() => formik.submitForm()}>
            Отправить ещё раз
          </Button>
        </Stack>
      </GuestPage>
    );
  return (
    <GuestPage title="Забыли пароль?" lead="Пришлём ссылку, по которой вы зададите новый." footer={back}>
      <form {...form}>
        <Stack>
          <TextInput label="Email" type="email" autoComplete="email" autoFocus {...bind('email')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Отправить ссылку
          </Button>
        </Stack>
      </form>
    </GuestPage>
  );
}
