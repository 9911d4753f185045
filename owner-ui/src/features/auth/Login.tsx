import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { loginSchema } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import type { BeforePlans } from './before-plans.ts';
import { signIn } from './calls.ts';
import { ProviderButtons } from './ProviderButtons.tsx';
import { UnverifiedNotice } from './UnverifiedNotice.tsx';
import { useProviderReturn } from './use-provider-return.ts';

export function Login({ loadNext }: BeforePlans) {
  useTitle('Вход');
  useProviderReturn();
  const navigate = useNavigate();
  const [unverified, setUnverified] = useState(false);
  const { formik, bind, bindCheckbox, form } = useForm({
    schema: loginSchema,
    initialValues: { email: '', password: '', rememberMe: true },
    async onSubmit(values) {
      setUnverified(false);
      try {
        await Promise.all([signIn(values), loadNext().catch(() => undefined)]);
        navigate('/plans', { replace: true });
      } catch (error) {
        if (error instanceof ApiError && error.body.requiresEmailVerification) setUnverified(true);
        else notify.error(messageOf(error, 'Ошибка входа'));
      }
    },
  });
  return (
    <GuestPage
      title="Вход"
      footer={
        <>
          Ещё нет аккаунта? <TextLink to="/register">Зарегистрируйтесь</TextLink>
        </>
      }
    >
      <form {...form}>
        <Stack>
          {unverified && <UnverifiedNotice email={formik.values.email} onClose={() => setUnverified(false)} />}
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...bind('email')} />
          <PasswordInput label="Пароль" autoComplete="current-password" {...bind('password')} />
          <Group justify="space-between" gap="sm">
            <Checkbox label="Запомнить меня" {...bindCheckbox('rememberMe')} />
            <TextLink to="/forgot-password">Забыли пароль?</TextLink>
          </Group>
          <Button type="submit" fullWidth loading={formik.isSubmitting}>
            Войти
          </Button>
        </Stack>
      </form>
      <ProviderButtons verb="Войти" />
    </GuestPage>
  );
}
