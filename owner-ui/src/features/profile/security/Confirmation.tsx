import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { object, string } from 'yup';
import { hasFieldErrors, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import type { Confirmed } from './calls.ts';

export interface Act {
  title: string;
  text?: string;
  button: string;
  danger?: boolean;
  /** Asks for a name for the new passkey. */
  asksName?: boolean;
  run: (confirmed: Confirmed, name: string) => Promise<void>;
}

interface ConfirmationProps {
  act: Act;
  hasPassword: boolean;
  onClose: () => void;
}

function Fields({ act, hasPassword, onClose }: ConfirmationProps) {
  const { formik, bind, form } = useForm({
    schema: object({
      password: hasPassword ? string().required('Введите пароль') : string(),
      name: act.asksName ? string().trim().required('Назовите ключ').max(60, 'Название — до 60 символов') : string(),
    }),
    initialValues: { password: '', name: '' },
    async onSubmit({ password, name }) {
      try {
        await act.run(hasPassword ? { password } : {}, name);
        onClose();
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Не получилось. Повторите'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        {act.text && <Text>{act.text}</Text>}
        {act.asksName && (
          <TextInput
            label="Название ключа"
            description="Чтобы узнать его в списке: «Мой телефон»"
            data-autofocus
            {...bind('name')}
          />
        )}
        {hasPassword && (
          <PasswordInput
            label="Ваш пароль"
            autoComplete="current-password"
            data-autofocus={!act.asksName || undefined}
            {...bind('password')}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" color={act.danger ? 'red' : undefined} loading={formik.isSubmitting}>
            {act.button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for the password before a change of the ways to sign in. */
export function Confirmation({ act, ...rest }: Omit<ConfirmationProps, 'act'> & { act: Act | null }) {
  return (
    <Modal opened={act !== null} onClose={rest.onClose} title={act?.title}>
      {act && <Fields act={act} {...rest} />}
    </Modal>
  );
}
