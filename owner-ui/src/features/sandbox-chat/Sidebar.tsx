import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import type { SandboxBot, SandboxPerson } from '@ostatok/api/contract/sandbox.ts';
import { BotAvatar } from '@ostatok/kit/web/chat/BotAvatar.tsx';
import { messengerNames } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { Plus, UserRoundPlus } from 'lucide-react';
import { Logo } from '../../ui/Logo.tsx';
import classes from './Sidebar.module.css';

interface SidebarProps {
  bots: SandboxBot[];
  people: SandboxPerson[];
  botId: number | undefined;
  personId: number | undefined;
  unread: ReadonlyMap<number, number>;
  onBot: (bot: SandboxBot) => void;
  onPerson: (personId: number) => void;
  onNewBot: () => void;
  onNewPerson: () => void;
}

const optionOf = ({ id, first_name, username }: SandboxPerson) => ({
  value: String(id),
  label: username ? `${first_name} (@${username})` : first_name,
});

function BotLine({
  bot,
  current,
  unread,
  onPick,
}: {
  bot: SandboxBot;
  current: boolean;
  unread: number;
  onPick: () => void;
}) {
  return (
    <li>
      <button type="button" className={classes.bot} aria-current={current || undefined} onClick={onPick}>
        <BotAvatar name={bot.name} />
        <span className={classes.names}>
          <strong>{bot.name}</strong>
          <small>
            @{bot.username} · {messengerNames[bot.channel]}
          </small>
        </span>
        {unread > 0 && (
          <span className={classes.unread} role="status" aria-label={`Новых: ${unread}`}>
            {unread}
          </span>
        )}
      </button>
    </li>
  );
}

export function Sidebar(props: SidebarProps) {
  const { bots, people, botId, personId, unread, onBot, onPerson, onNewBot, onNewPerson } = props;
  return (
    <aside className={classes.sidebar} aria-label="Чаты">
      <div className={classes.top}>
        <Logo />
        <Text component="span" c="dimmed" fz="sm" fw={600}>
          песочница
        </Text>
      </div>
      <div className={classes.person}>
        <NativeSelect
          label="Писать от имени"
          disabled={people.length === 0}
          size="md"
          value={personId}
          data={people.length > 0 ? people.map(optionOf) : ['Никого пока нет']}
          onChange={(event) => onPerson(Number(event.currentTarget.value))}
        />
        <ActionIcon variant="default" aria-label="Добавить человека" onClick={onNewPerson}>
          <UserRoundPlus size={20} aria-hidden />
        </ActionIcon>
      </div>
      <ul className={classes.bots}>
        {bots.map((bot) => (
          <BotLine
            key={bot.id}
            bot={bot}
            current={bot.id === botId}
            unread={unread.get(bot.id) ?? 0}
            onPick={() => onBot(bot)}
          />
        ))}
      </ul>
      <div className={classes.bottom}>
        <Button fullWidth variant="light" leftSection={<Plus size={20} aria-hidden />} onClick={onNewBot}>
          Новый бот
        </Button>
      </div>
    </aside>
  );
}
