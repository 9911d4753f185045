import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import classes from './TenantCard.module.css';

const texts = {
  revoked: 'Бот не работает: Telegram не принимает его токен. Возьмите новый у @BotFather и замените токен.',
  unreachable:
    'Telegram сейчас недоступен: сообщения ждут у него и дойдут. Пока можно писать в чат заведения, в панели и в приложении.',
  conflict: 'Бот не работает: с тем же токеном его слушает другая программа. Остановите её или замените токен.',
};

/** Explains why the bot does not answer and how to fix it. */
export function BotTrouble({ tenant }: { tenant: Tenant }) {
  if (tenant.bot_state === 'ok') return null;
  return <p className={classes.why}>{texts[tenant.bot_state]}</p>;
}
