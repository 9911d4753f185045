import { escapeHtml } from '../mail/letter-template.ts';
import type { Wish } from './unsubscribe.service.ts';

const STYLE = `
  :root { color-scheme: light dark; --ground: #fbfaf7; --card: #fff; --line: #e5e1d6; --text: #14201c; --quiet: #5e5a51; --brand: #0f766e; --on: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #111916; --card: #1a2420; --line: #36443e; --text: #e8edea; --quiet: #a3afa9; --brand: #52b6a9; --on: #0b1210; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 48px 16px; background: var(--ground); color: var(--text); font: 16px/1.55 Manrope, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
  main { max-width: 480px; margin: 0 auto; }
  .brand { margin: 0 0 20px; color: var(--brand); font-size: 20px; font-weight: 700; }
  .card { padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  .quiet { margin: 16px 0 0; color: var(--quiet); font-size: 14px; }
  a { color: var(--brand); }
  button { padding: 14px 28px; border: 0; border-radius: 8px; background: var(--brand); color: var(--on); font: inherit; font-weight: 700; cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
  @media (max-width: 480px) { .card { padding: 24px 20px; } button { width: 100%; } }
`;

interface Words {
  title: string;
  text: string;
  button?: string;
  action?: 'undo';
}

const words: Record<'subscribed' | 'unsubscribed' | 'unknown' | 'back', Words> = {
  subscribed: {
    title: 'Отписаться от рассылок',
    text: 'Новости и предложения «Остатка» приходить не будут. Письма о доступе, оплате и заведениях останутся: без них сервис не работает.',
    button: 'Отписаться',
  },
  unsubscribed: {
    title: 'Вы отписались от рассылок',
    text: 'Новостей и предложений больше не будет. Письма о доступе, оплате и заведениях останутся. Если это ошибка, подпишитесь снова.',
    button: 'Подписаться снова',
    action: 'undo',
  },
  back: {
    title: 'Вы снова подписаны',
    text: 'Новости и предложения «Остатка» будут приходить, как раньше.',
    button: 'Отписаться',
  },
  unknown: {
    title: 'Ссылка не сработала',
    text: 'Она неполная или её аккаунта больше нет. Откройте ссылку из письма целиком.',
  },
};

function form(token: string, { button, action }: Words): string {
  if (!button) return '';
  const hidden = action ? `<input type="hidden" name="action" value="${action}">` : '';
  const target = `?token=${encodeURIComponent(token)}`;
  return `<form method="post" action="${escapeHtml(target)}">${hidden}<button type="submit">${button}</button></form>`;
}

/** A page without scripts, pictures and sign-in. `back` means that the user has just subscribed again. */
export function unsubscribePage(token: string, wish: Wish, supportEmail: string, back = false): string {
  const content = words[wish === undefined ? 'unknown' : wish === 'subscribed' && back ? 'back' : wish];
  const email = escapeHtml(supportEmail);
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${content.title} — Остаток</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Остаток</p>
<div class="card">
<h1>${content.title}</h1>
<p role="status">${content.text}</p>
${form(token, content)}
<p class="quiet">Вопросы: <a href="mailto:${email}">${email}</a></p>
</div>
</main>
</body>
</html>
`;
}
