import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';

const TIME_LIMIT_MS = 8000;

type Answer = { status: number; headers: Headers } | { problem: string };

async function ask(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    await answer.body?.cancel();
    return answer;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { problem: cause?.code ?? cause?.message ?? message };
  }
}

const unsafe = (id: string, message: string, advice: string): Finding => ({ id, level: 'unsafe', message, advice });

/** Plain http may be closed or redirect to https; any other answer is readable to eavesdroppers. */
async function plainFinding(host: string): Promise<Finding | undefined> {
  const plain = await ask(`http://${host}/login`);
  if ('problem' in plain || plain.headers.get('location')?.startsWith('https://')) return undefined;
  return unsafe(
    'http_served',
    'По http отвечают страницы, а не переход на https',
    'Пусть прокси передаёт X-Forwarded-Proto, как в docs/deploy.md',
  );
}

/** Requests the public address from here and checks what a stranger gets. */
export async function publicAddressFindings(publicUrl: string): Promise<Finding[]> {
  const { host, hostname } = new URL(publicUrl);
  const front = await ask(`${publicUrl}/login`);
  if ('problem' in front)
    return [unsafe('tls', `${publicUrl} не отвечает: ${front.problem}`, 'Проверьте DNS, сертификат и прокси')];
  const [metrics, sandbox, plain] = await Promise.all([
    ask(`${publicUrl}/metrics`),
    ask(`${publicUrl}/sandbox/api/mails`),
    plainFinding(hostname),
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
  ].filter((finding) => finding !== undefined);
}
