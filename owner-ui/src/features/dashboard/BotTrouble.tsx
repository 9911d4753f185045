import type { MaxBot } from '@ostatok/api/contract/max.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import classes from './TenantCard.module.css';

const MEANWHILE = 'Пока можно писать в чат заведения, в панели и в приложении.';

const texts = {
  revoked: 'Бот не работает: Telegram не принимает его токен. Возьмите новый у @BotFather и замените токен.',
  unreachable: `Telegram сейчас недоступен: сообщения ждут у него и дойдут. ${MEANWHILE}`,
  conflict: 'Бот не работает: с тем же токеном его слушает другая программа. Остановите её или замените токен.',
};

function maxText({ state, shared }: MaxBot): string | undefined {
  if (state === 'ok') return undefined;
  if (state === 'unreachable') return `MAX сейчас недоступен: сообщения ждут у него и дойдут. ${MEANWHILE}`;
  return shared
    ? `Общий бот в MAX не работает: MAX не принимает его токен. Мы уже чиним. ${MEANWHILE}`
    : 'Бот в MAX не работает: MAX не принимает его токен. Возьмите новый на business.max.ru и замените: кнопка «Бот в MAX».';
}

/** Explains why a bot does not answer and how to fix it. */
export function BotTrouble({ tenant: { bot_state, max } }: { tenant: Tenant }) {
  const inMax = max && maxText(max);
  return (
    <>
      {bot_state !== 'ok' && <p className={classes.why}>{texts[bot_state]}</p>}
      {inMax && <p className={classes.why}>{inMax}</p>}
    </>
  );
}
