import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { object, string } from 'yup';
import { hasFieldErrors, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { answerSecondFactor, askPasskey } from './calls.ts';

interface StepProps {
  /** Says what has been done so far. */
  lead?: string;
  question: SecondFactorQuestion;
  rememberMe: boolean;
  onDone: () => void;
  onCancel: () => void;
}

const fields = {
  totp: { name: 'code', label: 'Код из приложения', lead: 'Откройте приложение и введите шесть цифр.' },
  recovery: { name: 'recoveryCode', label: 'Резервный код', lead: 'Каждый резервный код срабатывает один раз.' },
} as const;
type Typed = keyof typeof fields;

/** Whether the challenge has expired or was answered wrongly too often. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'challenge_over';

function CodeForm({ way, question, rememberMe, onDone, onCancel }: Omit<StepProps, 'lead'> & { way: Typed }) {
  const { name, label, lead } = fields[way];
  const { formik, bind, form } = useForm({
    schema: object({ [name]: string().trim().required('Введите код') }),
    initialValues: { [name]: '' },
    async onSubmit(values) {
      try {
        await answerSecondFactor({ challenge: question.challenge, ...values }, rememberMe);
        onDone();
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Ошибка входа'));
        if (isOver(error)) onCancel();
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <Text>{lead}</Text>
        <TextInput
          label={label}
          autoComplete="one-time-code"
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...bind(name)}
        />
        <Button type="submit" fullWidth loading={formik.isSubmitting}>
          Войти
        </Button>
      </Stack>
    </form>
  );
}

/** The second step of a sign-in, after a password or a provider. */
export function SecondStep({ lead, question, rememberMe, onDone, onCancel }: StepProps) {
  const { methods, challenge, passkey } = question;
  const [way, setWay] = useState<Typed | null>(methods.includes('totp') ? 'totp' : null);
  const byPasskey = useMutation({
    mutationFn: async () => answerSecondFactor({ challenge, passkey: await askPasskey(question) }, rememberMe),
    onSuccess: onDone,
    onError(error) {
      notify.error(messageOf(error, 'Ключ доступа не ответил. Повторите или выберите другой способ'));
      if (isOver(error)) onCancel();
    },
  });
  const other: Typed = way === 'recovery' ? 'totp' : 'recovery';
  return (
    <GuestPage title="Второй шаг" lead={lead ?? 'Подтвердите, что это вы.'}>
      <Stack>
        {passkey && (
          <Button variant={way ? 'default' : 'filled'} loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Подтвердить ключом доступа
          </Button>
        )}
        {way && <CodeForm key={way} {...{ way, question, rememberMe, onDone, onCancel }} />}
        {methods.includes(other) && (
          <Button variant="subtle" onClick={() => setWay(other)}>
            {other === 'recovery' ? 'Ввести резервный код' : 'Ввести код из приложения'}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Начать вход заново
        </Button>
      </Stack>
    </GuestPage>
  );
}
