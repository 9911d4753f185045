import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { registerFormSchema, registerSchema } from '@ostatok/api/contract/auth.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { hasFieldErrors, messageOf } from '../../lib/api.ts';
import { plansPath, rememberPlan } from '../../lib/chosen-plan.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import type { BeforePlans } from './before-plans.ts';
import { signUp } from './calls.ts';
import { ProviderButtons } from './ProviderButtons.tsx';

const empty = { email: '', name: '', companyName: '', password: '', confirmPassword: '', agree: false };

const terms = (
  <>
    Принимаю{' '}
    <TextLink to="/terms" target="_blank">
      условия
    </TextLink>{' '}
    и{' '}
    <TextLink to="/privacy" target="_blank">
      политику конфиденциальности
    </TextLink>
  </>
);

export function Register({ loadNext }: BeforePlans) {
  useTitle('Регистрация');
  const navigate = useNavigate();
  const plan = useSearchParams()[0].get('plan');
  useEffect(() => rememberPlan(plan), [plan]);
  const { formik, bind, bindCheckbox, form } = useForm({
    schema: registerFormSchema,
    initialValues: empty,
    async onSubmit(values) {
      try {
        await Promise.all([
          signUp(registerSchema.cast(values, { stripUnknown: true })),
          loadNext().catch(() => undefined),
        ]);
        navigate(plansPath(), { replace: true });
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Ошибка регистрации'));
      }
    },
  });
  return (
    <GuestPage
      title="Регистрация"
      lead="До первого подсчёта — около пяти минут."
      footer={
        <>
          Уже есть аккаунт? <TextLink to="/login">Войдите</TextLink>
        </>
      }
    >
      <form {...form}>
        <Stack>
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...bind('email')} />
          <TextInput label="Имя" autoComplete="name" {...bind('name')} />
          <TextInput
            label="Название компании"
            description="Необязательно. Поможет создать поддомен заведения"
            autoComplete="organization"
            {...bind('companyName')}
          />
          <PasswordInput
            label="Пароль"
            description="Не короче 8 символов"
            autoComplete="new-password"
            {...bind('password')}
          />
          <PasswordInput label="Пароль ещё раз" autoComplete="new-password" {...bind('confirmPassword')} />
          <Checkbox label={terms} {...bindCheckbox('agree')} />
          <Button type="submit" fullWidth loading={formik.isSubmitting}>
            Зарегистрироваться
          </Button>
        </Stack>
      </form>
      <ProviderButtons verb="Продолжить" />
    </GuestPage>
  );
}
