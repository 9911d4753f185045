import { Button, Center, Stack, Text } from '@mantine/core';
import type { SandboxBot, SandboxEvent } from '@ostatok/api/contract/sandbox.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PageLoading } from '../../ui/PageLoading.tsx';
import classes from './ChatPage.module.css';
import { NewBotModal } from './NewBotModal.tsx';
import { NewPersonModal } from './NewPersonModal.tsx';
import { useBots, usePeople, useSandboxEvents } from './queries.ts';
import { SandboxConversation } from './SandboxConversation.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useBotActions } from './use-bot-actions.ts';

/**
 * Reads the conversation from the address: `?bot=<username>&as=<person id>`; `?new-bot` opens the form for a new bot,
 * `?new-bot=max` for one of MAX, and `?start=<code>` is the parameter of /start that «Начать» sends, as in Telegram.
 */
function useChoice() {
  const [query, setQuery] = useSearchParams();
  const bots = useBots();
  const people = usePeople();
  const person = people.data?.find(({ id }) => String(id) === query.get('as')) ?? people.data?.[0];
  const bot = bots.data?.find(({ username }) => username === query.get('bot'));
  const choose = (key: string, value: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('new-bot');
        // The start code belonged to the previous bot.
        if (key === 'bot') next.delete('start');
        if (value === null) next.delete(key);
        else next.set(key, value);
        return next;
      },
      { replace: true },
    );
  return { bots, people, bot, person, choose, newBot: query.get('new-bot'), start: query.get('start') };
}

interface NothingChosenProps {
  hasPeople: boolean;
  hasBots: boolean;
  onNewPerson: () => void;
  onNewBot: () => void;
}

/** Suggests the first step: creating a person to write as, then a bot to write to. */
function NothingChosen({ hasPeople, hasBots, onNewPerson, onNewBot }: NothingChosenProps) {
  const next = !hasPeople
    ? {
        title: 'От чьего имени писать?',
        text: 'Добавьте человека: его увидит бот.',
        button: 'Представиться',
        act: onNewPerson,
      }
    : !hasBots
      ? {
          title: 'Ботов пока нет',
          text: 'Создайте бота: его токен понадобится в мастере.',
          button: 'Новый бот',
          act: onNewBot,
        }
      : { title: 'Выберите чат', text: 'Здесь вы пишете боту так же, как в мессенджере.', button: null, act: onNewBot };
  return (
    <Center className={classes.nothing}>
      <Stack align="center" ta="center" p="xl">
        <Mark size={72} />
        <Text fw={700} fz="1.25rem">
          {next.title}
        </Text>
        <Text c="dimmed">{next.text}</Text>
        {next.button && <Button onClick={next.act}>{next.button}</Button>}
      </Stack>
    </Center>
  );
}

export function ChatPage() {
  useTitle('Чат');
  const { bots, people, bot, person, choose, newBot, start } = useChoice();
  const [opened, setOpened] = useState<'bot' | 'person' | null>(newBot === null ? null : 'bot');
  const [unread, setUnread] = useState<ReadonlyMap<number, number>>(new Map());
  const actions = useBotActions();

  useSandboxEvents((event: SandboxEvent) => {
    actions.onEvent(event);
    if (event.personId !== person?.id) return;
    if (event.type === 'callback' && event.text) notify.info(event.text);
    const unseen = event.type === 'message' && event.message.from_bot && event.botId !== bot?.id;
    if (unseen) setUnread((before) => new Map(before).set(event.botId, (before.get(event.botId) ?? 0) + 1));
  });

  function open({ id, username }: SandboxBot) {
    setUnread((before) => new Map([...before].filter(([botId]) => botId !== id)));
    choose('bot', username);
  }

  if (!bots.data || !people.data) return <PageLoading />;
  return (
    <main className={classes.page} data-open={Boolean(bot && person) || undefined}>
      <Sidebar
        bots={bots.data}
        people={people.data}
        botId={bot?.id}
        personId={person?.id}
        unread={unread}
        onBot={open}
        onPerson={(id) => choose('as', String(id))}
        onNewBot={() => setOpened('bot')}
        onNewPerson={() => setOpened('person')}
      />
      <div className={classes.main}>
        {bot && person ? (
          <SandboxConversation
            key={`${bot.id} ${person.id}`}
            bot={bot}
            personId={person.id}
            action={actions.of(bot.id, person.id)}
            start={start}
            onStarted={() => choose('start', null)}
            onBack={() => choose('bot', null)}
          />
        ) : (
          <NothingChosen
            hasPeople={person !== undefined}
            hasBots={bots.data.length > 0}
            onNewPerson={() => setOpened('person')}
            onNewBot={() => setOpened('bot')}
          />
        )}
      </div>
      {opened === 'bot' && <NewBotModal ofMax={newBot === 'max'} onClose={() => setOpened(null)} onCreated={open} />}
      {opened === 'person' && (
        <NewPersonModal onClose={() => setOpened(null)} onCreated={({ id }) => choose('as', String(id))} />
      )}
    </main>
  );
}
