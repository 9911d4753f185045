import { Alert, Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { session } from '../../session/session.ts';
import { useVenue } from '../../venue/venue.ts';

/** Signs platform support in by a link for one use; its secret follows the #, so that no log records it. */
export function SupportPage() {
  const { name } = useVenue();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: () => api.call('POST /api/auth/support', { body: { token: hash.slice(1) } }),
    async onSuccess({ token, user }) {
      await navigate('/', { replace: true });
      session.signIn({ token, refreshToken: '', user });
    },
  });
  return (
    <Center mih="100dvh" p="md" component="main">
      <title>Вход поддержки — Остаток</title>
      <Paper w="100%" maw={400} p={{ base: 'md', xs: 'xl' }} radius="lg" withBorder>
        <Stack>
          <Mark size={48} />
          <Title order={1} size="h2">
            Вход поддержки
          </Title>
          <Text>
            Заведение «{name}», не дольше часа. Администратор заведения видит, кто вошёл и зачем, и может закончить вход
          </Text>
          {enter.error && (
            <Alert color="red" variant="light" role="alert">
              {messageOf(enter.error)}
            </Alert>
          )}
          <Button loading={enter.isPending} onClick={() => enter.mutate()} fullWidth>
            Войти
          </Button>
        </Stack>
      </Paper>
    </Center>
  );
}
