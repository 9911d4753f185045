import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpServer } from '../support/mail/smtp.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { startSandbox } from '../support/sandbox/sandbox.ts';
import { startBank } from './bank.ts';

export type Telegram = Awaited<ReturnType<typeof startSandbox>>;

/** Telegram, the mail server and the bank, each behind a line that can be cut. */
export async function startOutside(notifyUrl: () => string) {
  const ends: (() => Promise<void> | void)[] = [];
  const t = { teardown: (end: () => Promise<void> | void) => void ends.push(end) };
  const clock = join(await mkdtemp(join(tmpdir(), 'ostatok-clock-')), 'ahead');
  const telegram = await startSandbox();
  const bank = await startBank(notifyUrl);
  const mail = await smtpServer(t as never);
  const [telegramLine, mailLine, bankLine] = await Promise.all(
    [telegram.url, mail.url.replace('smtp:', 'http:'), bank.url].map((url) => startLink(t as never, url)),
  );
  if (!telegramLine || !mailLine || !bankLine) throw new Error('no line');
  return {
    telegram,
    bank,
    letters: mail.taken,
    clock,
    lines: { telegram: telegramLine, mail: mailLine, bank: bankLine },
    env: {
      TELEGRAM_API_ROOT: `${telegramLine.url}/sandbox/telegram`,
      SMTP_URL: mailLine.url.replace('http:', 'smtp:'),
      PAYMENTS: 'yookassa',
      YOOKASSA_SHOP_ID: '100500',
      YOOKASSA_SECRET_KEY: 'test_secret_of_chaos',
      YOOKASSA_API_URL: `${bankLine.url}/v3`,
    },
    async stop(): Promise<void> {
      for (const end of ends.toReversed()) await end();
      bank.stop();
      await telegram.stop();
      await rm(join(clock, '..'), { recursive: true, force: true });
    },
  };
}
export type Outside = Awaited<ReturnType<typeof startOutside>>;
