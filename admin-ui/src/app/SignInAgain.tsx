import { TextField } from '@mui/material';
import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import { loginSchema } from '@ostatok/api/contract/auth.ts';
import type { SignedIn } from '@ostatok/api/contract/sign-in.endpoints.ts';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useEffect, useState } from 'react';
import { LOGIN } from '../auth-provider.ts';
import { plainApi } from '../http-client.ts';
import { session } from '../session.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { SecondStepAgain } from './SecondStepAgain.tsx';

interface SignInAgainProps {
  person: User;
  onDone: () => void;
}

/** Asks the same user to sign in again, over the open page. */
export default function SignInAgain({ person, onDone }: SignInAgainProps) {
  useEffect(() => {
    // The user may have signed in meanwhile, here or in another window.
    const look = (): void => {
      const user = session.user();
      if (!session.token() || !user) return;
      // Another user must not see what this one had open.
      if (user.id === person.id) onDone();
      else window.location.reload();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [person, onDone]);

  const [question, setQuestion] = useState<SecondFactorQuestion | null>(null);
  const enter = (signedIn: SignedIn): void => {
    session.start(signedIn);
    onDone();
  };
  const { formik, bind, form } = useForm({
    schema: loginSchema,
    initialValues: { email: person.email, password: '', rememberMe: false },
    async onSubmit(values) {
      try {
        enter(await plainApi.call('POST /api/auth/login', { body: values }));
      } catch (error) {
        const isQuestion = error instanceof ApiError && error.code === 'second_factor_required';
        if (isQuestion) setQuestion(error.body as typeof error.body & SecondFactorQuestion);
        else toastFailed('Ошибка входа', error);
      }
    },
  });
  if (question) return <SecondStepAgain question={question} onDone={enter} onOver={() => setQuestion(null)} />;
  return (
    <FormDialog title="Вход закончился" submit="Войти" isBusy={formik.isSubmitting} form={form}>
      <p className="sign-in-again">Войдите снова: введённое останется, а отправленное дойдёт.</p>
      <TextField label="Email" value={person.email} disabled fullWidth autoComplete="username" />
      <TextField label="Пароль" type="password" autoComplete="current-password" autoFocus {...bind('password')} />
      <p>
        <a href={LOGIN} target="_blank" rel="noopener">
          Войти иначе, в новой вкладке
        </a>
      </p>
    </FormDialog>
  );
}
