import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.ts';
import { type FormEvent, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';

export function SignInPage() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const { token, user } = await api.post<LoginAnswer>('/auth/login', { username: username.trim(), password });
      session.signIn({ token, user });
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack pt="xl">
        <Mark size={56} />
        <div>
          <Title order={1}>Сканер</Title>
          <Text c="dimmed">Логин и пароль — как в панели заведения</Text>
        </div>
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          size="lg"
          label="Логин"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          size="lg"
          label="Пароль"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={busy}>
          Войти
        </Button>
      </Stack>
    </form>
  );
}
