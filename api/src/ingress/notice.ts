import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, Forbidden } from '@ostatok/kit/node/errors.ts';
import { currentRequestId } from '@ostatok/kit/node/request-scope.ts';
import { typeface } from './typeface.ts';

interface Action {
  label: string;
  href: string;
  /** The action is for few of the visitors, so it is a link instead of a button. */
  quiet?: boolean;
}

/** A refusal with a link for those who can mend the cause. */
class Notice extends Forbidden {
  readonly title: string;
  readonly text: string;
  readonly action: Action;
  constructor(code: string, title: string, text: string, action: Action) {
    super(code, `${title}. ${text}`);
    this.title = title;
    this.text = text;
    this.action = action;
  }
}

/** The notice of a tenant suspended by the end of its subscription, by an administrator or by the platform itself. */
export function suspendedNotice(byBilling: boolean, to: { publicUrl: string; supportEmail: string }): Notice {
  const title = 'Заведение приостановлено';
  return byBilling
    ? new Notice(
        'tenant_suspended',
        title,
        'Данные сохранены. Скажите владельцу: он включит заведение в личном кабинете, и оно сразу заработает.',
        { label: 'Я владелец', href: `${to.publicUrl}/dashboard`, quiet: true },
      )
    : new Notice(
        'tenant_suspended',
        title,
        `Так решил сервис. Данные сохранены. Чтобы узнать причину, напишите на ${to.supportEmail}.`,
        { label: 'Написать в поддержку', href: `mailto:${to.supportEmail}` },
      );
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const styles = `body{font:17px/1.55 Manrope,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;display:grid;place-items:center;
min-height:100vh;margin:0;padding:24px;box-sizing:border-box;color:#14201c;background:#fbfaf7}
main{max-width:30rem;width:100%}p{margin:0 0 24px}small{color:#5e5a51}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 28px;font-weight:700;color:#0f766e}
.mark{width:20px;height:20px;border:2px solid;border-radius:50%;background:linear-gradient(to top,#f2a73b 70%,transparent 70%)}
h1{font-size:28px;line-height:1.2;letter-spacing:-.02em;margin:0 0 12px}
a{display:inline-block;padding:13px 24px;border-radius:8px;background:#0f766e;color:#fff;font-weight:700;text-decoration:none}
a:hover{background:#115e59}a.quiet{padding:13px 0;background:none;color:#0f766e;text-decoration:underline}a:focus-visible{outline:2px solid #0f766e;outline-offset:3px}
@media(max-width:30rem){a:not(.quiet){display:block;text-align:center}}
@media(prefers-color-scheme:dark){body{color:#e8edea;background:#111916}.brand,a.quiet{color:#52b6a9}small{color:#a3afa9}a:focus-visible{outline-color:#52b6a9}}`;

/** Renders the page of a tenant that does not answer; it reloads by itself while waiting helps. */
function page(error: AppError): string {
  const again = error.retryAfter ? `<meta http-equiv="refresh" content="${error.retryAfter}">` : '';
  const notice = error instanceof Notice ? error : undefined;
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}
<meta name="color-scheme" content="light dark"><title>${escapeHtml(notice?.title ?? 'Остаток')}</title><style>${notice ? typeface() : ''}${styles}</style>
<main><div class="brand"><span class="mark"></span>Остаток</div>
${notice ? `<h1>${escapeHtml(notice.title)}</h1>` : ''}<p>${escapeHtml(notice?.text ?? error.message)}</p>
${notice ? `<a${notice.action.quiet ? ' class="quiet"' : ''} href="${escapeHtml(notice.action.href)}">${escapeHtml(notice.action.label)}</a>` : ''}
${error.retryAfter ? '<small>Страница обновится сама.</small>' : ''}</main></html>`;
}
/** Answers in the documented JSON shape, or as a page where a browser opens the address. */
export function sendNotice(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const html = /\btext\/html\b/.test(req.headers.accept ?? '');
  const body = html
    ? page(error)
    : JSON.stringify({ success: false, error: error.message, code: error.code, ...error.more });
  res.writeHead(error.status, {
    'content-type': html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(html ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; font-src data:" } : {}),
    ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
  });
  res.end(body);
}

export function refuseUpgrade(socket: Duplex, error: AppError): void {
  const retry = error.retryAfter === undefined ? '' : `Retry-After: ${error.retryAfter}\r\n`;
  const id = currentRequestId();
  const named = id === undefined ? '' : `X-Request-Id: ${id}\r\n`;
  socket.end(
    `HTTP/1.1 ${error.status} ${error.code}\r\n${retry}${named}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
