import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '@ostatok/kit/node/errors.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page of one sentence for a person whose venue does not answer; it looks again by itself while waiting helps. */
function page(error: AppError): string {
  const again = error.retryAfter ? `<meta http-equiv="refresh" content="${error.retryAfter}">` : '';
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}
<title>Остаток</title><style>body{font:18px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0 1.5rem;
color:#1c2b26;background:#f6f7f5}main{max-width:30rem}small{color:#5a6b65}@media(prefers-color-scheme:dark){body{color:#e8eeeb;background:#14201c}small{color:#9db0a9}}</style>
<main><h1>Остаток</h1><p>${escapeHtml(error.message)}</p>${error.retryAfter ? '<small>Страница обновится сама.</small>' : ''}</main></html>`;
}

/** Answers in the documented shape, or as a page where a browser opens one. */
export function sendNotice(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const html = /\btext\/html\b/.test(req.headers.accept ?? '');
  const body = html ? page(error) : JSON.stringify({ success: false, error: error.message, code: error.code });
  res.writeHead(error.status, {
    'content-type': html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(html ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" } : {}),
    ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
  });
  res.end(body);
}

export function refuseUpgrade(socket: Duplex, error: AppError): void {
  const retry = error.retryAfter === undefined ? '' : `Retry-After: ${error.retryAfter}\r\n`;
  socket.end(`HTTP/1.1 ${error.status} ${error.code}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
