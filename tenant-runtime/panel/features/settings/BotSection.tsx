import { Alert, Anchor, Badge } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { BotState } from '@ostatok/tenant-runtime/contract/bot.endpoints.ts';
import { messengerNames } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { InlineFailure } from '../../client/InlineFailure.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useBotState } from '../../venue/settings.ts';
import { useVenue } from '../../venue/venue.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

const badges: Record<BotState['state'], { color: string; text: string }> = {
  ok: { color: 'teal', text: 'работает' },
  revoked: { color: 'red', text: 'токен отозван' },
  conflict: { color: 'red', text: 'сообщения забирает другая программа' },
  unreachable: { color: 'orange', text: 'Telegram недоступен' },
  unknown: { color: 'gray', text: 'ещё не проверен' },
};

const advice: Partial<Record<BotState['state'], string>> = {
  revoked:
    'Telegram больше не знает этот токен. Возьмите новый у @BotFather командой /token и передайте его владельцу: он заменит токен в своём кабинете, на карточке заведения',
  unreachable:
    'Telegram не отвечает. Сообщения ждут у него и дойдут, когда он появится; пока пишите в чат заведения, раздел «Чат»',
  conflict:
    'Другая программа работает с тем же токеном и забирает сообщения себе. Остановите её или получите у @BotFather новый токен командой /revoke',
};

function Blocked({ blocked }: Pick<BotState, 'blocked'>) {
  const { timezone } = useVenue();
  if (blocked.length === 0) return null;
  return (
    <div>
      <h3 className={classes.subheading}>Остановили бота</h3>
      <p className={classes.text}>Им ничего не приходит. Пусть откроют чат с ботом и нажмут «Запустить»</p>
      <ul className={classes.list}>
        {blocked.map(({ channel, userId, name, since }) => (
          <li key={`${channel} ${userId} ${name} ${since}`}>
            <b>{name}</b> {channel !== 'telegram' && `в ${messengerNames[channel]} `}
            <span className={classes.dim}>с {formatDateTime(since, timezone)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const maxAdvice: Partial<Record<MaxBot['state'], string>> = {
  revoked:
    'MAX больше не знает токен бота. Новый берут в кабинете MAX для бизнеса; владелец меняет его на карточке заведения',
  unreachable:
    'MAX не отвечает. Сообщения ждут у него и дойдут, когда он появится; пока пишите в чат заведения, раздел «Чат»',
};

type MaxBot = NonNullable<BotState['max']>;

function Max({ url, state, since }: MaxBot) {
  const { timezone } = useVenue();
  const { color, text } = { ...badges[state], ...(state === 'unreachable' && { text: 'MAX недоступен' }) };
  return (
    <>
      <div className={classes.row}>
        <Anchor href={url} target="_blank" rel="noreferrer" fw={650}>
          Бот в MAX
        </Anchor>
        <CopyButton value={url} label="Скопировать ссылку на бота в MAX" />
        <Badge color={color}>{text}</Badge>
      </div>
      {maxAdvice[state] && (
        <Alert color="red" variant="light" role="alert">
          {since && `С ${formatDateTime(since, timezone)}. `}
          {maxAdvice[state]}
        </Alert>
      )}
    </>
  );
}

function Telegram({ bot }: { bot: BotState }) {
  const { timezone } = useVenue();
  if (bot.username === null) {
    return (
      <p className={classes.text}>
        Telegram не подключён: бот отвечает в разделе «Чат», здесь и в приложении на телефоне. Telegram подключает
        владелец в своём кабинете
      </p>
    );
  }
  const address = `https://t.me/${bot.username}`;
  const { color, text } = badges[bot.state];
  return (
    <>
      <div className={classes.row}>
        <Anchor href={address} target="_blank" rel="noreferrer" fw={650}>
          t.me/{bot.username}
        </Anchor>
        <CopyButton value={address} label="Скопировать ссылку на бота" />
        <Badge color={color}>{text}</Badge>
      </div>
      {advice[bot.state] && (
        <Alert color="red" variant="light" role="alert">
          {bot.since && `С ${formatDateTime(bot.since, timezone)}. `}
          {advice[bot.state]}
        </Alert>
      )}
    </>
  );
}

function State({ bot }: { bot: BotState }) {
  const hasMessenger = bot.username !== null || bot.max !== null;
  return (
    <>
      <Telegram bot={bot} />
      {bot.max !== null && <Max {...bot.max} />}
      {hasMessenger && <Blocked blocked={bot.blocked} />}
    </>
  );
}

export function BotSection() {
  const { data: bot, error, refetch } = useBotState();
  return (
    <Section id="bot" title="Бот" text="Сотрудники пишут ему «Джемесон +0,7»">
      {error && !bot && <InlineFailure error={error} onRetry={() => void refetch()} />}
      {!bot && !error && <ListSkeleton rows={1} />}
      {bot && <State bot={bot} />}
    </Section>
  );
}
