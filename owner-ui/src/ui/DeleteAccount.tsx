import { Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import {
  ACCOUNT_RETENTION_DAYS,
  DELETION_WORD,
  deletionSchema,
  PAYMENT_RETENTION_YEARS,
  VENUE_RETENTION_DAYS,
} from '@ostatok/api/contract/my-data.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useState } from 'react';
import { hasFieldErrors, messageOf } from '../lib/api.ts';
import { deleteAccount } from '../lib/my-data.ts';
import { notify } from '../lib/notify.ts';
import { session, useSession } from '../lib/session.ts';

const days = (count: number): string => `${count} ${plural(count, ['день', 'дня', 'дней'])}`;
const years = (count: number): string => `${count} ${plural(count, ['год', 'года', 'лет'])}`;

function Consequences() {
  return (
    <List spacing={4}>
      <List.Item>Заведения остановятся сразу: боты перестанут отвечать, панели и сканер закроются.</List.Item>
      <List.Item>Войти снова не получится ни на одном устройстве.</List.Item>
      <List.Item>
        Данные заведений сотрём через {days(VENUE_RETENTION_DAYS)}, данные аккаунта — через{' '}
        {days(ACCOUNT_RETENTION_DAYS)}. Платёжные документы по закону храним {years(PAYMENT_RETENTION_YEARS)}.
      </List.Item>
    </List>
  );
}

function Confirmation({ onClose }: { onClose: () => void }) {
  const hasPassword = useSession()?.user.has_password !== false;
  const { formik, bind, form } = useForm({
    schema: deletionSchema,
    initialValues: { word: '', password: '' },
    async onSubmit({ word, password }) {
      try {
        await deleteAccount({ word, ...(hasPassword && { password }) });
        notify.success('Аккаунт успешно удален');
        session.end('/');
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Ошибка при удалении аккаунта'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <Consequences />
        {/* The visible button is no submit button: a disabled one would suppress any reaction to Enter. */}
        <input type="submit" hidden />
        <TextInput
          label={
            <>
              Введите <strong>{DELETION_WORD}</strong>, чтобы подтвердить
            </>
          }
          data-autofocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...bind('word')}
        />
        {hasPassword && <PasswordInput label="Ваш пароль" autoComplete="current-password" {...bind('password')} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={formik.isSubmitting} onClick={onClose}>
            Отмена
          </Button>
          <Button
            color="red"
            disabled={formik.values.word !== DELETION_WORD}
            loading={formik.isSubmitting}
            onClick={() => void formik.submitForm()}
          >
            Удалить аккаунт
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The delete button with its confirmation. */
export function DeleteAccount() {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Text mb="md">Вместе с аккаунтом удалим все ваши заведения. Отменить это нельзя.</Text>
      <Button color="red" variant="light" onClick={() => setOpened(true)}>
        Удалить аккаунт
      </Button>
      <Modal opened={opened} onClose={close} title="Удалить аккаунт навсегда?">
        <Confirmation onClose={close} />
      </Modal>
    </>
  );
}
