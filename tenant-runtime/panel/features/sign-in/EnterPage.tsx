import { Alert, Anchor, Center, Loader, Paper, Stack, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { session } from '../../session/session.ts';

/** Signs a person in by the link that the bot gave them; its code follows the #, so that no log records it. */
export function EnterPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const isAsked = useRef(false);
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';

  useEffect(() => {
    // the code works once
    if (isAsked.current) return;
    isAsked.current = true;
    api
      .call('POST /api/auth/redeem', { body: { code, kind: 'scanner' } })
      .then(async (answer) => {
        if (!('user' in answer)) return;
        await navigate('/', { replace: true });
        session.signIn(answer);
      })
      .catch((error: unknown) => setFailure(messageOf(error)));
  }, [code, navigate]);

  return (
    <Center mih="100dvh" p="md" component="main">
      <title>Вход — Остаток</title>
      <Paper w="100%" maw={400} p={{ base: 'md', xs: 'xl' }} radius="lg" withBorder>
        <Stack>
          <Mark size={48} />
          <Title order={1} size="h2">
            {failure ? 'Войти не получилось' : 'Входим…'}
          </Title>
          {failure ? (
            <>
              <Alert color="red" variant="light" role="alert">
                {failure}. Возьмите у бота новую ссылку: /open
              </Alert>
              <Anchor component={Link} to="/" replace>
                Войти с паролем
              </Anchor>
            </>
          ) : (
            <Loader type="dots" />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
