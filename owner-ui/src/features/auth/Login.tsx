import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { loginSchema } from '@ostatok/api/contract/auth.ts';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { plansPath } from '../../lib/chosen-plan.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import type { BeforePlans } from './before-plans.ts';
import { questionIn, signIn } from './calls.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SecondStep } from './SecondStep.tsx';
import { UnverifiedNotice } from './UnverifiedNotice.tsx';
import { useProviderReturn } from './use-provider-return.ts';

export function Login({ loadNext }: BeforePlans) {
  useTitle('Вход');
  const navigate = useNavigate();
  const [unverified, setUnverified] = useState(false);
  const [question, setQuestion] = useState<SecondFactorQuestion | null>(null);
  useProviderReturn(setQuestion);
  const enter = () => navigate(plansPath(), { replace: true });
  const { formik, bind, bindCheckbox, form } = useForm({
    schema: loginSchema,
    initialValues: { email: '', password: '', rememberMe: true },
    async onSubmit(values) {
      setUnverified(false);
      try {
        await Promise.all([signIn(values), loadNext().catch(() => undefined)]);
        enter();
      } catch (error) {
        const asked = questionIn(error);
        if (asked) setQuestion(asked);
        else if (error instanceof ApiError && error.body.requiresEmailVerification) setUnverified(true);
        else notify.error(messageOf(error, 'Ошибка входа'));
      }
    },
  });
  const { rememberMe } = formik.values;
  if (question)
    return <SecondStep question={question} rememberMe={rememberMe} onDone={enter} onCancel={() => setQuestion(null)} />;
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
      <PasskeyButton rememberMe={rememberMe} onDone={enter} />
      <ProviderButtons verb="Войти" />
    </GuestPage>
  );
}
