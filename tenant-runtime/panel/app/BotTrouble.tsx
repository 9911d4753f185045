import type { BotState } from '@ostatok/tenant-runtime/contract/bot.endpoints.ts';
import { Link } from 'react-router';
import { useNow } from '../timing/use-now.ts';
import { useBotState } from '../venue/settings.ts';
import { useIsAdmin } from '../workspace/workspace.ts';
import classes from './CurrentCount.module.css';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

/** Shows the administrator on every page that the bot does not work, because only they can fix it. */
export function BotTrouble() {
  return useIsAdmin() ? <Trouble /> : null;
}

function Trouble() {
  const { data: bot } = useBotState();
  const refused = [bot?.state, bot?.max?.state].some((state) => state === 'revoked' || state === 'conflict');
  if (bot?.state === 'unreachable') return <Unreachable messenger="Telegram" since={bot.since} />;
  if (bot?.max?.state === 'unreachable') return <Unreachable messenger="MAX" since={bot.max.since} />;
  if (!refused) return null;
  return (
    <Link to="/settings" className={classes.refused}>
      Бот не работает
    </Link>
  );
}

/** «3 мин», «2 ч 05 мин». */
function lastingText(minutes: number): string {
  if (minutes < HOUR_MIN) return `${minutes} мин`;
  return `${Math.floor(minutes / HOUR_MIN)} ч ${String(minutes % HOUR_MIN).padStart(2, '0')} мин`;
}

/** Nobody here can fix it; meanwhile there is the own chat. */
function Unreachable({ messenger, since }: { messenger: string } & Pick<BotState, 'since'>) {
  const now = useNow(MINUTE_MS / 4);
  const minutes = since ? Math.max(1, Math.floor((now - Date.parse(since)) / MINUTE_MS)) : 0;
  return (
    <Link
      to="/chat"
      className={classes.unreachable}
      title={`Сообщения ждут в ${messenger}. Пока пишите в чат заведения`}
    >
      {messenger} недоступен{minutes > 0 && `: ${lastingText(minutes)}`}
    </Link>
  );
}
