import { isUntrustedCertificate } from '@ostatok/kit/node/untrusted-certificate.ts';
import { UserError } from '../errors/user-error.ts';

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } };
  return String(cause?.code ?? cause?.errors?.[0]?.code ?? '');
}

/** Why there was no response, and what to do about it. */
export function connectionRefusal(error: unknown, url: string): UserError {
  const { origin, hostname, protocol } = new URL(url);
  const code = codeOf(error);
  if (isUntrustedCertificate(code))
    return new UserError(
      `Сертификату ${origin} нельзя доверять (${code}). Если он ваш, укажите его: NODE_EXTRA_CA_CERTS=файл.pem`,
      'untrusted',
    );
  if (code.startsWith('ERR_SSL') || code === 'EPROTO')
    return new UserError(`${origin} не говорит по HTTPS. Проверьте адрес в OSTATOK_URL: возможно, http://`, 'no_https');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UserError(`Адрес ${hostname} не найден. Проверьте OSTATOK_URL и связь с сетью.`, 'unreachable');
  const why = error instanceof Error && error.name === 'TimeoutError' ? 'не ответила вовремя' : 'не отвечает';
  const running =
    protocol === 'https:' ? 'она и её прокси запущены (systemctl status ostatok nginx)' : 'она запущена (npm start)';
  return new UserError(`Платформа ${why}: ${origin}. Проверьте, что ${running}, и адрес в OSTATOK_URL.`, 'unreachable');
}

/** A response that is not our API's: it comes from a proxy or from something else at this address. */
export function strangeAnswer({ status, url }: Response): UserError {
  const { origin } = new URL(url);
  if (status >= 500)
    return new UserError(
      `Платформа сейчас недоступна: ${origin} ответил ${status}. Повторите через минуту`,
      'away',
      status,
    );
  return new UserError(
    `По адресу ${origin} отвечает не Остаток (${status}). Проверьте OSTATOK_URL`,
    'not_ostatok',
    status,
  );
}

/** Names the platform's new address; a token is never sent to another address automatically. */
export function movedRefusal(response: Response, asked: string): UserError {
  const to = URL.parse(response.headers.get('location') ?? '', asked)?.origin ?? '';
  if (to === '' || to === new URL(asked).origin) return strangeAnswer(response);
  return new UserError(`Платформа теперь по адресу ${to}. Войдите: ostatok login --url ${to}`, 'moved');
}

/** The origin of the URL that a person typed. Throws UserError. */
export function originOf(typed: string): string {
  const url = URL.parse(typed) ?? URL.parse(`http://${typed}`);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UserError(`Адрес платформы записан неверно: ${typed}. Нужен вида https://ostatok.example`, 'wrong_url');
}
