import { Anchor, Badge, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { maxStateLabels } from '@ostatok/api/contract/labels.ts';
import type { MaxBot } from '@ostatok/api/contract/max.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxName, maxStaffLink } from '../../lib/bot-link.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useConnectMax, useDisconnectMax, useMaxLink } from './max-queries.ts';
import { OwnMaxBot } from './OwnMaxBot.tsx';

interface ConnectedMaxProps {
  tenantId: string;
  bot: MaxBot;
  sharedAvailable: boolean;
  /** The venue's own address. */
  webUrl: string;
}

const colors: Record<MaxBot['state'], string> = { ok: 'teal', revoked: 'red', unreachable: 'amber' };

const sinceText = ({ state, since }: MaxBot): string =>
  state === 'ok' || !since
    ? ''
    : ` Так с ${new Date(since).toLocaleString('ru-RU', { dateStyle: 'short', timeStyle: 'short' })}.`;

function Bot({ tenantId, bot }: Pick<ConnectedMaxProps, 'tenantId' | 'bot'>) {
  return (
    <Stack gap="xs">
      <Group gap="sm" justify="space-between">
        <Anchor href={maxStaffLink(tenantId, bot)} target="_blank" rel="noreferrer" fw={600} underline="always">
          {maxName(bot)}
        </Anchor>
        <Badge color={colors[bot.state]} size="lg">
          {maxStateLabels[bot.state]}
        </Badge>
      </Group>
      <Text c="dimmed">
        {bot.shared ? 'Общий бот «Остатка». Сотрудников в ваше заведение ведёт QR-код с карточки.' : 'Ваш бот.'}
        {sinceText(bot)}
      </Text>
    </Stack>
  );
}

/** The link that makes a chat the administrator's, made anew at each press. */
function AdministratorLink({ tenantId }: { tenantId: string }) {
  const link = useMaxLink(tenantId);
  if (link.data)
    return (
      <Stack gap="xs">
        <CopyField label="Ссылка для администратора" value={link.data} />
        <Text c="dimmed">
          По ней бот узнает администратора заведения. Действует сутки и один раз: не пересылайте её другим.
        </Text>
      </Stack>
    );
  return (
    <Button autoFocus loading={link.isPending} onClick={() => link.mutate()}>
      Ссылка для администратора
    </Button>
  );
}

/** MAX opens the venue inside itself where its bot's settings name this address; it takes https alone. */
function MiniApp({ webUrl }: Pick<ConnectedMaxProps, 'webUrl'>) {
  if (!webUrl.startsWith('https:')) return null;
  return (
    <Stack gap="xs">
      <CopyField label="Адрес мини-приложения" value={`${webUrl}/enter`} />
      <Text c="dimmed">
        Чтобы склад открывался прямо в MAX, впишите этот адрес в настройках бота на business.max.ru и один раз откройте
        мини-приложение из карточки бота. После этого кнопки появятся и в чате, по команде /open.
      </Text>
    </Stack>
  );
}

function ToShared({ tenantId }: { tenantId: string }) {
  const connect = useConnectMax(tenantId);
  return (
    <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate({ shared: true })}>
      Перейти на общего бота
    </Button>
  );
}

function Disconnect({ tenantId }: { tenantId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const disconnect = useDisconnectMax(tenantId);
  const button = useRef<HTMLButtonElement>(null);
  function keep() {
    flushSync(() => setIsAsking(false));
    button.current?.focus();
  }
  if (!isAsking)
    return (
      <Button ref={button} variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        Отключить MAX
      </Button>
    );
  return (
    <Stack gap="sm">
      <Text>Писать боту в MAX больше не получится. Остатки, история и люди останутся.</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" autoFocus disabled={disconnect.isPending} onClick={keep}>
          Отмена
        </Button>
        <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate(undefined)}>
          Отключить
        </Button>
      </Group>
    </Stack>
  );
}

/** What can be done to a tenant's bot in MAX. */
export function ConnectedMax({ tenantId, bot, sharedAvailable, webUrl }: ConnectedMaxProps) {
  return (
    <>
      <Bot tenantId={tenantId} bot={bot} />
      <AdministratorLink key={bot.username} tenantId={tenantId} />
      {!bot.shared && <MiniApp webUrl={webUrl} />}
      <Divider />
      <Text c="dimmed">
        Новый токен того же бота продолжит те же чаты. С другим ботом остатки, история и люди останутся, но каждому
        нужно открыть его и нажать «Начать».
      </Text>
      <OwnMaxBot tenantId={tenantId} submit={bot.shared ? 'Перейти на своего бота' : 'Заменить токен'} />
      {!bot.shared && sharedAvailable && <ToShared tenantId={tenantId} />}
      <Disconnect tenantId={tenantId} />
    </>
  );
}
