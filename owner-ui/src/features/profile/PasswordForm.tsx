import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { changePasswordSchema, repeated } from '@ostatok/api/contract/auth.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useMutation } from '@tanstack/react-query';
import { api, hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { changePassword } from './calls.ts';
import classes from './Profile.module.css';

const schema = changePasswordSchema.shape({ confirmation: repeated('newPassword') });

const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_old_password' || error.message === 'Invalid old password');

export function PasswordForm({ email }: { email: string }) {
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { oldPassword: '', newPassword: '', confirmation: '' },
    async onSubmit({ oldPassword, newPassword }) {
      try {
        await changePassword(oldPassword, newPassword);
        formik.resetForm();
        notify.success('Пароль изменён');
      } catch (error) {
        if (isWrongPassword(error)) formik.setFieldError('oldPassword', 'Неверный текущий пароль');
        else if (hasFieldErrors(error)) throw error;
        else notify.error(messageOf(error, 'Не удалось изменить пароль'));
      }
    },
  });
  return (
    <form {...form}>
      {/* The login tells the browser whose password it offers to save. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack>
        <PasswordInput label="Текущий пароль" autoComplete="current-password" {...bind('oldPassword')} />
        <PasswordInput
          label="Новый пароль"
          description="Не короче 8 символов, у администратора — 12. На других устройствах вход завершится"
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

/**
 * For owners who registered by a provider: the emailed link proves ownership of the account instead of a current
 * password.
 */
export function SetPassword({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => api.call('POST /api/auth/forgot-password', { body: { email } }),
    onSuccess: () => notify.success('Письмо с инструкциями отправлено на ваш email'),
    onError: (error) => notify.error(messageOf(error, 'Произошла ошибка при отправке письма')),
  });
  return (
    <Stack align="flex-start">
      <Text>
        Пароля пока нет: вы входите через другой сервис. Чтобы входить и по паролю, задайте его по ссылке — пришлём её
        на {email}.
      </Text>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        Прислать ссылку
      </Button>
    </Stack>
  );
}
