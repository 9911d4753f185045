import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useNavigate } from 'react-router';
import { object, string } from 'yup';
import { hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { confirmEmail, questionIn } from './calls.ts';

const schema = object({ password: string().required('Введите пароль').max(200, 'Пароль слишком длинный') });

interface ConfirmByPasswordProps {
  token: string;
  onDone: () => void;
  onQuestion: (question: SecondFactorQuestion) => void;
}

/**
 * Asks for the password where the link was opened in a browser without a session of the account: a stranger may have
 * registered the address of whoever opened it.
 */
export function ConfirmByPassword({ token, onDone, onQuestion }: ConfirmByPasswordProps) {
  const navigate = useNavigate();
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { password: '' },
    async onSubmit({ password }) {
      try {
        await confirmEmail(token, password);
        onDone();
      } catch (error) {
        const question = questionIn(error);
        if (question) return onQuestion(question);
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Ошибка подтверждения email'));
      }
    },
  });

  /** Only guests may ask for a reset, and this browser may have a session of another account. */
  async function askForReset(): Promise<void> {
    if (session.get()) await signOut();
    navigate('/forgot-password');
  }

  return (
    <GuestPage title="Введите пароль" lead="Тот, с которым вы зарегистрировались. Он подтвердит, что аккаунт ваш.">
      <form {...form}>
        <Stack>
          <PasswordInput label="Пароль" autoComplete="current-password" autoFocus {...bind('password')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Подтвердить email
          </Button>
          <Button variant="subtle" onClick={() => void askForReset()}>
            Не помню пароль
          </Button>
          <Text c="dimmed" size="sm">
            Не регистрировались в «Остатке»? Закройте страницу: без пароля email не подтвердится.
          </Text>
        </Stack>
      </form>
    </GuestPage>
  );
}
