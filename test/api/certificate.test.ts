import test from 'ava';
import { certificateEnd } from '../../api/src/attention/certificate.ts';
import { certificateLine } from '../../api/src/attention/urgent-lines.ts';
import { smtpServer } from '../support/mail/smtp.ts';
import { ownPort } from '../support/run/own-port.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-27T12:00:00Z');
const after = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

test('a certificate is told of when less than a fortnight is left, and is urgent in its last days', (t) => {
  t.is(certificateLine(after(14.5), now), undefined);
  t.like(certificateLine(after(13.5), now), { level: 'warning', text: 'Сертификат сайта истекает через 13 дней' });
  t.like(certificateLine(after(2.5), now), { level: 'broken', text: 'Сертификат сайта истекает через 2 дня' });
  t.like(certificateLine(after(-0.5), now), { text: 'Сертификат сайта истёк: браузеры не открывают страниц' });
});

test('the end of a certificate is read from whoever speaks TLS, trusted or not; nobody and plain http have none', async (t) => {
  // any server that speaks TLS has a certificate; this one brings its own
  const { url } = await smtpServer(t, { secure: true });

  const ends = await certificateEnd(`https://127.0.0.1:${new URL(url).port}`);

  t.true(ends instanceof Date && ends.getTime() > 0, String(ends));
  t.is(await certificateEnd(`https://127.0.0.1:${await ownPort()}`), undefined);
  t.is(await certificateEnd('http://localhost:3000'), undefined);
});
