import { Alert, Anchor, Center, Loader, Paper, Stack, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type Messenger, messengers } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { TO_SCAN } from '@ostatok/tenant-runtime/contract/mini-app-links.ts';
import type { RedeemAnswer } from '@ostatok/tenant-runtime/contract/sign-in-codes.endpoints.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { session } from '../../session/session.ts';

/**
 * What each messenger calls that which it has signed for a page that it opens itself; where venues share a bot of MAX,
 * the platform's pass stands there.
 */
const START_DATA: Record<Messenger, string> = { telegram: 'tgWebAppData', max: 'WebAppData' };

/** Signs in by the code of the bot's link, or by what a messenger has signed. */
async function signInBy(fields: URLSearchParams): Promise<RedeemAnswer> {
  for (const channel of messengers) {
    const data = fields.get(START_DATA[channel]);
    if (data) return api.call('POST /api/auth/mini-app', { body: { data, channel } });
  }
  return api.call('POST /api/auth/redeem', { body: { code: fields.get('code') ?? '', kind: 'scanner' } });
}

/** Whether the button led to the scanner. Telegram opens the address of each; MAX one, and says which was pressed. */
function leadsToScanner(search: string, fields: URLSearchParams): boolean {
  const param = new URLSearchParams(fields.get(START_DATA.max) ?? '').get('start_param') ?? '';
  return new URLSearchParams(search).get('to') === 'scan' || param.endsWith(TO_SCAN);
}

/** Whoever was signed in here before is so no more; without a connection that session expires by itself. */
async function endBefore(): Promise<void> {
  const before = session.fresh();
  if (!before) return;
  const body = { refreshToken: before.refreshToken };
  await api.call('POST /api/auth/logout', { body }).catch(() => undefined);
}

/** Signs a person in by the way that the bot gave them; it follows the #, so that no log records it. */
export function EnterPage() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const isAsked = useRef(false);

  useEffect(() => {
    // the code works once
    if (isAsked.current) return;
    isAsked.current = true;
    const fields = new URLSearchParams(hash.slice(1));
    signInBy(fields)
      .then(async (answer) => {
        if (!('user' in answer)) return;
        await endBefore();
        // the scanner has the same session
        if (leadsToScanner(search, fields)) {
          session.signIn(answer);
          window.location.replace('/scan/');
          return;
        }
        await navigate('/', { replace: true });
        session.signIn(answer);
      })
      .catch((error: unknown) => setFailure(messageOf(error)));
  }, [hash, search, navigate]);

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
