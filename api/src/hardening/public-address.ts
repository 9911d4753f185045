import { randomBytes } from 'node:crypto';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { type Addresses, venueUrl } from '../platform/addresses.ts';
import { isLocalName } from '../platform/local-request.ts';
import { ADVICE_ON_OWN_AUTHORITY, type ConnectionProblem, explainConnection } from './connection-problem.ts';

type PublicAddresses = Pick<Addresses, 'publicUrl' | 'baseDomain'>;

const TIME_LIMIT_MS = 8000;

type Answer = { status: number; headers: Headers } | { failure: unknown };

async function ask(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    await answer.body?.cancel();
    return answer;
  } catch (failure) {
    return { failure };
  }
}

const unsafe = (id: string, message: string, advice: string): Finding => ({ id, level: 'unsafe', message, advice });

/** Plain http may be closed or redirect to https; any other answer is readable to eavesdroppers. */
async function plainFinding(host: string): Promise<Finding | undefined> {
  const plain = await ask(`http://${host}/login`);
  if ('failure' in plain || plain.headers.get('location')?.startsWith('https://')) return undefined;
  return unsafe(
    'http_served',
    'По http отвечают страницы, а не переход на https',
    'Пусть прокси передаёт X-Forwarded-Proto, как в docs/deploy.md',
  );
}

function failureFinding(id: string, url: string, name: string, failure: unknown): Finding {
  const { problem, reason } = explainConnection(failure);
  const advices: Partial<Record<ConnectionProblem, string>> = {
    name: `Добавьте в DNS запись A для ${name}`,
    refused: 'Запустите прокси: systemctl status nginx. Откройте порты 80 и 443',
    silence: 'Запустите прокси: systemctl status nginx. Откройте порты 80 и 443',
    certificate_issuer: ADVICE_ON_OWN_AUTHORITY,
    certificate_name: `Получите сертификат, который выдан и на ${name}, и укажите его в настройках прокси`,
    unknown_name: `Добавьте ${name} в server_name, как в docs/deploy.md`,
    certificate_date: 'Получите новый сертификат и перечитайте его: systemctl reload nginx',
  };
  return unsafe(id, `${url} не отвечает: ${reason}`, advices[problem] ?? 'Проверьте DNS, сертификат и прокси');
}

/** Requests a tenant that does not exist: any name below the base domain has to lead here. */
async function venuesFinding(addresses: PublicAddresses): Promise<Finding | undefined> {
  const url = venueUrl(addresses, `proverka-${randomBytes(4).toString('hex')}`);
  const name = `*.${addresses.baseDomain}`;
  const answer = await ask(url);
  if ('failure' in answer) return failureFinding('venues_address', url, name, answer.failure);
  if (answer.status === 404) return undefined;
  return unsafe(
    'venues_address',
    `Адреса заведений ${name} ведут не сюда: ${url} отвечает ${answer.status}`,
    `Пусть прокси принимает ${name} и передаёт Host, как в docs/deploy.md`,
  );
}

/** Requests the public addresses from here and checks what a stranger gets. */
export async function publicAddressFindings(addresses: PublicAddresses): Promise<Finding[]> {
  const { publicUrl, baseDomain } = addresses;
  const { host, hostname } = new URL(publicUrl);
  const front = await ask(`${publicUrl}/login`);
  if ('failure' in front) return [failureFinding('tls', publicUrl, hostname, front.failure)];
  const [metrics, sandbox, plain, venues] = await Promise.all([
    ask(`${publicUrl}/metrics`),
    ask(`${publicUrl}/sandbox/api/mails`),
    plainFinding(hostname),
    isLocalName(baseDomain) ? undefined : venuesFinding(addresses),
  ]);
  const isServed = (answer: Answer): boolean => 'status' in answer && answer.status === 200;
  return [
    front.headers.get('strict-transport-security')
      ? undefined
      : unsafe('hsts', `${host} отвечает без HSTS`, 'Пусть прокси не убирает заголовок Strict-Transport-Security'),
    isServed(metrics)
      ? unsafe('metrics', 'Показатели /metrics видны снаружи', 'Пусть прокси передаёт X-Forwarded-For и Host')
      : undefined,
    isServed(sandbox)
      ? unsafe('sandbox_open', 'Письма пробной почты видны снаружи', 'Задайте NODE_ENV=production')
      : undefined,
    plain,
    venues,
  ].filter((finding) => finding !== undefined);
}
