import { Button, TextField } from '@mui/material';
import type { SignedIn } from '@ostatok/api/contract/sign-in.endpoints.ts';
import type { SecondFactor, SecondFactorMethod, SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useState } from 'react';
import { object, string } from 'yup';
import { plainApi } from '../http-client.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';

interface SecondStepAgainProps {
  question: SecondFactorQuestion;
  onDone: (signedIn: SignedIn) => void;
  /** Called when the challenge has expired or was answered wrongly too often. */
  onOver: () => void;
}

const ways = {
  totp: { submit: 'Войти', lead: 'Откройте приложение и введите шесть цифр.', choose: 'Ввести код из приложения' },
  passkey: {
    submit: 'Подтвердить',
    lead: 'Подтвердите отпечатком, лицом, PIN или ключом USB.',
    choose: 'Подтвердить ключом доступа',
  },
  recovery: {
    submit: 'Войти',
    lead: 'Каждый резервный код срабатывает один раз.',
    choose: 'Ввести резервный код',
  },
} as const;
const typed = {
  totp: { name: 'code', label: 'Код из приложения', inputMode: 'numeric' },
  recovery: { name: 'recoveryCode', label: 'Резервный код', inputMode: 'text' },
} as const;

type PasskeyRequest = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

async function askPasskey(options: object): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as PasskeyRequest })) };
}

const answered = (answer: SecondFactor): Promise<SignedIn> =>
  plainApi.call('POST /api/auth/second-factor', { body: answer });

/** The second step of a sign-in, shown over the open page. */
export function SecondStepAgain({ question, onDone, onOver }: SecondStepAgainProps) {
  const { challenge, methods, passkey } = question;
  const offered = methods.filter((method) => method !== 'passkey' || passkey);
  const [way, setWay] = useState<SecondFactorMethod>(offered.includes('totp') ? 'totp' : (offered[0] ?? 'recovery'));
  const field = way === 'passkey' ? undefined : typed[way];

  const { formik, bind, form } = useForm({
    schema: object(field ? { [field.name]: string().trim().required('Введите код') } : {}),
    initialValues: { code: '', recoveryCode: '' },
    async onSubmit(values) {
      try {
        const proof = field ? { [field.name]: values[field.name] } : { passkey: await askPasskey(passkey ?? {}) };
        onDone(await answered({ challenge, ...proof }));
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error;
        toastFailed(field ? 'Ошибка входа' : 'Ключ доступа не ответил. Повторите или выберите другой способ', error);
        if (error instanceof ApiError && error.code === 'challenge_over') onOver();
      }
    },
  });
  return (
    <FormDialog title="Второй шаг" submit={ways[way].submit} isBusy={formik.isSubmitting} form={form}>
      <p className="sign-in-again">{ways[way].lead}</p>
      {field && (
        <TextField
          key={way}
          label={field.label}
          autoComplete="one-time-code"
          autoFocus
          slotProps={{ htmlInput: { inputMode: field.inputMode, autoCapitalize: 'none', spellCheck: false } }}
          {...bind(field.name)}
        />
      )}
      {offered
        .filter((other) => other !== way)
        .map((other) => (
          <p key={other}>
            <Button size="small" onClick={() => setWay(other)}>
              {ways[other].choose}
            </Button>
          </p>
        ))}
    </FormDialog>
  );
}
