import { plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { InstallHint } from '../../device/InstallHint.tsx';
import { screens } from '../../navigation/screen.ts';
import { openDatabase } from '../../offline/database.ts';
import { readOwners } from '../../offline/journal.ts';
import { givenCode, signInByCode, signInByPassword } from '../../session/sign-in.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRead } from '../../workspace/use-read.ts';
import classes from './SignIn.module.css';

type Owners = Awaited<ReturnType<typeof readOwners>>;

/** The users whose records wait on this phone; only they can send them. */
function useOwners(): Owners {
  const owners = useRead(async () => {
    const db = await openDatabase();
    return readOwners(db).finally(() => db.close());
  }, []);
  return owners ?? [];
}

function useSignIn() {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function attempt(signIn: Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await signIn;
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }
  return { failure, busy, attempt };
}

function ByPassword({ attempt, busy }: Pick<ReturnType<typeof useSignIn>, 'attempt' | 'busy'>) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    void attempt(signInByPassword(username, password));
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        label="Логин"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <Field
        label="Пароль"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" big busy={busy}>
        Войти
      </Button>
    </form>
  );
}

function ByCode({ attempt, busy }: Pick<ReturnType<typeof useSignIn>, 'attempt' | 'busy'>) {
  const [code, setCode] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    void attempt(signInByCode(code));
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field
        label="Код из панели"
        hint="Панель → Настройки → Сканер. Код вида 7KQM-W2XD живёт десять минут"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" big busy={busy}>
        Войти по коду
      </Button>
    </form>
  );
}

export function SignInPage() {
  const owners = useOwners();
  const [byCode, setByCode] = useState(false);
  const { failure, busy, attempt } = useSignIn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the address is good once
  useEffect(() => {
    // The next user starts on the first screen; a draft opens its item by itself.
    screens.replace({ name: 'find' });
    const code = givenCode();
    if (!code) return;
    setByCode(true);
    void attempt(signInByCode(code));
  }, []);
  const Form = byCode ? ByCode : ByPassword;
  return (
    <div className={classes.page}>
      <Mark size={56} />
      <div>
        <h1 className={classes.title}>Сканер</h1>
        <p className={classes.note}>Войдите по QR-коду из панели или с её логином и паролем</p>
      </div>
      {owners.map(({ name, waiting }) => (
        <Notice key={name}>
          В телефоне {plural(waiting, ['ждёт', 'ждут', 'ждут'])} {waiting}{' '}
          {plural(waiting, ['запись', 'записи', 'записей'])}
          {name && ` — ${name}`}. {name ? 'Они уйдут, когда этот человек войдёт' : 'Они уйдут, когда их автор войдёт'}
        </Notice>
      ))}
      {failure && <Notice failure>{failure}</Notice>}
      <Form attempt={attempt} busy={busy} />
      <Button look="quiet" onClick={() => setByCode(!byCode)}>
        {byCode ? 'Войти с паролем' : 'Ввести код из панели'}
      </Button>
      <InstallHint />
    </div>
  );
}
