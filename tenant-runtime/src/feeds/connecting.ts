import { isIP, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { isUntrustedCertificate } from '@ostatok/kit/node/untrusted-certificate.ts';
import { NO_PLATFORM, type OpenTunnel, type Place } from '../egress/tunnel.ts';
import { FeedFailure } from './feed-failure.ts';

export interface Server extends Place {
  isSecure: boolean;
  /** SHA-256 of a certificate that is trusted although no authority vouches for it. */
  fingerprint: string | null;
}

/** Connects to a server; nothing is sent before its certificate is trusted. Throws FeedFailure, Error, the signal's reason. */
export type ConnectOutside = (server: Server, signal: AbortSignal) => Promise<Socket>;

function checkCertificate(socket: TLSSocket, trusted: string | null): void {
  if (socket.authorized) return;
  const seen = socket.getPeerCertificate().fingerprint256;
  if (trusted && seen === trusted) return;
  // Node declares an Error and gives its code
  const code = String(socket.authorizationError ?? '');
  if (!isUntrustedCertificate(code)) throw new FeedFailure(`Защищённое соединение с сервером не удалось: ${code}`);
  const what = trusted
    ? 'Сертификат сервера сменился. Если его меняли вы, подтвердите новый'
    : 'Сертификат сервера никем не заверен, как бывает у своего сервера. Если сервер ваш, подтвердите сертификат';
  throw new FeedFailure(what, { fingerprint: seen });
}

const secured = (socket: TLSSocket, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => void socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', onAbort));
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    if (signal.aborted) onAbort();
  });

export const createConnecting =
  (openTunnel: OpenTunnel): ConnectOutside =>
  async ({ host, port, isSecure, fingerprint }, signal) => {
    const socket = await openTunnel({ host, port }, signal);
    socket.on('error', () => undefined);
    if (!isSecure) {
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      return socket;
    }
    const secure = tlsConnect({ socket, servername: isIP(host) ? '' : host, rejectUnauthorized: false });
    try {
      await secured(secure, signal);
      checkCertificate(secure, fingerprint);
      return secure;
    } catch (error) {
      secure.destroy();
      throw error;
    }
  };

const AGAIN = 'Попробуем ещё раз сами';
const WORDS: Record<string, string> = {
  ENOTFOUND: 'такого имени в интернете нет. Проверьте адрес',
  EAI_AGAIN: 'имя не удалось найти. Проверьте адрес',
  EFORBIDDENADDRESS: 'адреса внутренней сети не годятся. Нужен адрес, который виден из интернета',
  EFORBIDDENPORT: 'с этим портом соединяться нельзя. Годятся 80, 443, 993 и порты от 1024',
  EPROXYBUSY: `слишком много соединений сразу. ${AGAIN}`,
  ECONNREFUSED: 'по этому порту никто не отвечает. Проверьте адрес и порт, и включён ли сервер',
  ECONNRESET: `соединение оборвалось. ${AGAIN}`,
  EPIPE: `соединение оборвалось. ${AGAIN}`,
  EHOSTUNREACH: 'до сервера нет пути. Проверьте, включён ли он',
  ENETUNREACH: 'до сервера нет пути. Проверьте адрес',
  ETIMEDOUT: 'сервер не отвечает. Проверьте, включён ли он',
  [NO_PLATFORM]: `Остаток сейчас не может выйти в интернет. ${AGAIN}`,
};

/** Says what went wrong on the way to a host; `plain` is what an answer without TLS means. */
export function inWords(
  error: unknown,
  host: string,
  { timeoutMs, plain }: { timeoutMs: number; plain: string },
): FeedFailure {
  if (error instanceof FeedFailure) return error;
  const { code = '', name = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return new FeedFailure(`${host}: сервер не ответил за ${timeoutMs / 1000} с. ${AGAIN}`);
  const words = code === 'EPROTO' || code.startsWith('ERR_SSL') ? plain : WORDS[code];
  return new FeedFailure(`${host}: ${words ?? `соединение не удалось (${code || name}). ${AGAIN}`}`);
}
