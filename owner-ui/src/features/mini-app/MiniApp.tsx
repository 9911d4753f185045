import { Button, Center, Stack, Text } from '@mantine/core';
import type { MiniAppVenue } from '@ostatok/api/contract/mini-app.endpoints.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { api, messageOf } from '../../lib/api.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { Notice } from '../../ui/Notice.tsx';

const venuesOf = async (data: string): Promise<MiniAppVenue[]> =>
  (await api.call('POST /api/public/mini-app', { body: { data } })).venues;

function FromElsewhere() {
  return (
    <GuestPage title="Откройте из MAX">
      <Text>Эту страницу открывает бот в MAX. Напишите ему /open и нажмите «Открыть склад».</Text>
    </GuestPage>
  );
}

function Choice({ venues }: { venues: MiniAppVenue[] }) {
  return (
    <GuestPage title="Какое заведение?">
      <Stack>
        {venues.map(({ name, url }) => (
          <Button key={url} component="a" href={url} size="lg" variant="default" fullWidth>
            {name}
          </Button>
        ))}
      </Stack>
    </GuestPage>
  );
}

/** Leads to the venue. */
function OnTheWay({ data }: { data: string }) {
  const asked = useRef(false);
  const { mutate, data: venues, error } = useMutation({ mutationFn: () => venuesOf(data) });
  const [only, ...others] = venues ?? [];
  const isOne = only !== undefined && others.length === 0;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (isOne) window.location.replace(only.url);
  }, [isOne, only]);

  if (error) {
    return (
      <GuestPage title="Войти не получилось">
        <Stack>
          <Notice kind="danger">{messageOf(error, 'Не удалось узнать, куда вести')}</Notice>
          <Text c="dimmed">Закройте страницу и откройте склад из чата ещё раз: напишите боту /open.</Text>
          <Button onClick={() => mutate()}>Повторить</Button>
        </Stack>
      </GuestPage>
    );
  }
  if (venues && !isOne) return <Choice venues={venues} />;
  return (
    <GuestPage title="Открываем склад">
      <Center role="status" aria-label="Загрузка">
        <Mark size={72} fill={0.7} />
      </Center>
    </GuestPage>
  );
}

/** The page that MAX opens for the bot which venues share: it knows one address for a bot. */
export function MiniApp() {
  useTitle('Вход из MAX');
  const { hash } = useLocation();
  const data = new URLSearchParams(hash.slice(1)).get('WebAppData');
  return data ? <OnTheWay data={data} /> : <FromElsewhere />;
}
