import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { changePasswordSchema, type User, updateProfileSchema } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import type { ReactNode } from 'react';
import { ref, string } from 'yup';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { session, useSession } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import classes from './Profile.module.css';

const passwordSchema = changePasswordSchema.shape({
  confirmation: string()
    .required('Пароли не совпадают')
    .oneOf([ref('newPassword')], 'Пароли не совпадают'),
});

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2} fz="1.25rem" mb="md">
        {title}
      </Title>
      {children}
    </section>
  );
}

function PersonForm({ user }: { user: User }) {
  const { formik, bind, form } = useForm({
    schema: updateProfileSchema,
    initialValues: { name: user.name ?? '', company_name: user.company_name ?? '', phone: user.phone ?? '' },
    async onSubmit(values) {
      try {
        const answer = await api.put<{ user: User }>('/auth/me', values);
        session.setUser(answer.user);
        notify.success('Профиль сохранён');
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error;
        notify.error(messageOf(error, 'Не удалось обновить профиль'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <TextInput label="Email" description="Изменить нельзя" value={user.email} readOnly />
        <TextInput label="Имя" autoComplete="name" {...bind('name')} />
        <TextInput label="Название компании" autoComplete="organization" {...bind('company_name')} />
        <TextInput label="Телефон" type="tel" autoComplete="tel" {...bind('phone')} />
        <Button type="submit" loading={formik.isSubmitting} className={classes.submit}>
          Сохранить
        </Button>
      </Stack>
    </form>
  );
}

const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_old_password';

function PasswordForm() {
  const { formik, bind, form } = useForm({
    schema: passwordSchema,
    initialValues: { oldPassword: '', newPassword: '', confirmation: '' },
    async onSubmit({ oldPassword, newPassword: next }) {
      try {
        await api.post('/auth/change-password', { oldPassword, newPassword: next });
        formik.resetForm();
        notify.success('Пароль изменён');
      } catch (error) {
        if (isWrongPassword(error)) formik.setFieldError('oldPassword', 'Неверный текущий пароль');
        else notify.error(messageOf(error, 'Не удалось изменить пароль'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <PasswordInput label="Текущий пароль" autoComplete="current-password" {...bind('oldPassword')} />
        <PasswordInput
          label="Новый пароль"
          description="Не короче 8 символов"
          autoComplete="new-password"
          {...bind('newPassword')}
        />
        <PasswordInput label="Новый пароль ещё раз" autoComplete="new-password" {...bind('confirmation')} />
        <Button type="submit" loading={formik.isSubmitting} className={classes.submit}>
          Изменить пароль
        </Button>
      </Stack>
    </form>
  );
}

export function Profile() {
  useTitle('Профиль');
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <AppShell size="md">
      <Title order={1} mb="lg">
        Профиль
      </Title>
      <Stack gap="lg">
        <Section title="Личные данные">
          <PersonForm user={user} />
        </Section>
        <Section title="Смена пароля">
          <PasswordForm />
        </Section>
        <Section title="Аккаунт">
          <Text>
            Тариф: <strong>{user.plan?.displayName ?? 'Starter'}</strong>
          </Text>
          <Text>
            Email: <strong>{user.email_verified ? 'подтверждён' : 'не подтверждён'}</strong>
          </Text>
          {user.created_at && <Text c="dimmed">С нами с {new Date(user.created_at).toLocaleDateString('ru-RU')}</Text>}
        </Section>
      </Stack>
    </AppShell>
  );
}
