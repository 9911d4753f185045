import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Place } from '../egress/tunnel.ts';

const IMAPS_PORT = 993;
const badAddress = (why: string): InvalidInput => new InvalidInput(why, { address: why });

/** Reads «imap.bar.example» and «imap.bar.example:993»; `written` is its one form. Throws InvalidInput. */
export function mailAddress(text: string): Place & { written: string } {
  const bare = text.trim().replace(/^imaps?:\/\//i, '');
  const url = URL.canParse(`https://${bare}`) ? new URL(`https://${bare}`) : undefined;
  if (!url?.hostname || bare.includes('@') || url.pathname !== '/' || url.search || url.hash)
    throw badAddress('Адрес — вида imap.yandex.ru:993');
  // https leaves its own port out
  const said = Number(/:(\d+)\/?$/.exec(bare)?.[1] ?? IMAPS_PORT);
  if (said === 143) throw badAddress('Порт 143 без шифрования. Нужен порт с TLS, обычно 993');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: said, written: `${url.hostname}:${said}` };
}
