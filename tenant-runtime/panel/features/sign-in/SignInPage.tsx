import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { loginSchema } from '@ostatok/tenant-runtime/contract/users.ts';
import { useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import { session } from '../../session/session.ts';
import { useVenue } from '../../venue/venue.ts';

export function SignInPage() {
  const { name } = useVenue();
  const [failure, setFailure] = useState<string | null>(null);
  const { formik, form, bind } = useForm({
    schema: loginSchema,
    initialValues: { username: '', password: '' },
    async onSubmit({ username, password }) {
      setFailure(null);
      try {
        const given = { username: username.trim(), password };
        const { token, refreshToken, user } = await api.call('POST /api/auth/login', { body: given });
        session.signIn({ token, refreshToken, user });
      } catch (error) {
        setFailure(messageOf(error));
      }
    },
  });
  return (
    <Center mih="100dvh" p="md" component="main">
      <title>Вход — Остаток</title>
      <Paper w="100%" maw={400} p={{ base: 'md', xs: 'xl' }} radius="lg" withBorder>
        <form {...form}>
          <Stack>
            <Mark size={48} />
            <div>
              <Title order={1} size="h2">
                {name}
              </Title>
              <Text c="dimmed">Вход в заведение. Логин и пароль даёт администратор заведения</Text>
            </div>
            {failure && (
              <Alert color="red" variant="light" role="alert">
                {failure}
              </Alert>
            )}
            <TextInput
              label="Логин"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              {...bind('username')}
            />
            <PasswordInput label="Пароль" autoComplete="current-password" {...bind('password')} />
            <Button type="submit" loading={formik.isSubmitting} fullWidth>
              Войти
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
