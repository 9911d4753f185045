import { TextField } from '@mui/material';
import { loginSchema, type SignedIn, type User } from '@ostatok/api/contract/auth.ts';
import { useEffect } from 'react';
import { LOGIN } from '../auth-provider.ts';
import { plainApi } from '../http-client.ts';
import { session } from '../session.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { sayFailed } from '../ui/say.tsx';
import { useForm } from '../ui/use-form.ts';

interface SignInAgainProps {
  person: User;
  onDone: () => void;
}

/** The same person's sign-in, above whatever they have open. */
export default function SignInAgain({ person, onDone }: SignInAgainProps) {
  useEffect(() => {
    // whoever signed in meanwhile, here or in another window
    const look = (): void => {
      const user = session.user();
      if (!session.token() || !user) return;
      // another person sees nothing of what this one had open
      if (user.id === person.id) onDone();
      else window.location.reload();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [person, onDone]);

  const { formik, bind, form } = useForm({
    schema: loginSchema,
    initialValues: { email: person.email, password: '', rememberMe: false },
    async onSubmit(values) {
      try {
        session.start(await plainApi.post<SignedIn>('/api/auth/login', values));
        onDone();
      } catch (error) {
        sayFailed('Ошибка входа', error);
      }
    },
  });
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
