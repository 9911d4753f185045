import { Link } from 'react-router';
import { useBotState } from '../venue/settings.ts';
import { useIsAdmin } from '../workspace/workspace.ts';
import classes from './CurrentCount.module.css';

/** Shows the administrator on every page that the bot does not work, because only they can fix it. */
export function BotTrouble() {
  return useIsAdmin() ? <Trouble /> : null;
}

function Trouble() {
  const { data: bot } = useBotState();
  if (bot?.state !== 'revoked' && bot?.state !== 'conflict') return null;
  return (
    <Link to="/settings" className={classes.refused}>
      Бот не работает
    </Link>
  );
}
