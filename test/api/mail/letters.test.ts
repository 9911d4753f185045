import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LetterData, LetterName } from '@ostatok/api/src/mail/letter-data.ts';
import { letterNames, shippedLetter, writeLetter } from '@ostatok/api/src/mail/letters.ts';
import { createMail } from '@ostatok/api/src/mail/mail.service.ts';
import { createOutbox, createSmtp } from '@ostatok/api/src/mail/transports.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import PostalMime from 'postal-mime';
import { letterhead, letterTargets, sampleLetters } from '../../support/mail/letters.ts';
import { smtpServer } from '../../support/mail/smtp.ts';
import { createTestServices, until } from '../../support/platform/api.ts';

/** The text on one line, with ordinary spaces. */
const plain = (text: string): string => text.replace(/\s+/g, ' ');
const write = async <T extends LetterName>(name: T, change: Partial<LetterData[T]> = {}) => {
  const { subject, html, text } = await writeLetter(name, { ...sampleLetters[name], ...change }, letterhead);
  return { subject: plain(subject), html: plain(html), text: plain(text) };
};

for (const name of letterNames) {
  test(`the letter ${name} has both parts filled, and what people typed is escaped`, async (t) => {
    const { subject, html, text } = await writeLetter(
      name,
      { ...sampleLetters[name], name: '<b>Анна</b>' },
      letterhead,
    );

    t.true(subject.length > 0);
    t.true(html.includes('&lt;b&gt;Анна&lt;/b&gt;') && !html.includes('<b>Анна'));
    t.true(text.includes('Здравствуйте, <b>Анна</b>.'));
    t.false(/\{\{|undefined|null|NaN|Invalid|<mj-/.test(subject + html + text));
    for (const part of [html, text])
      t.true(part.includes('help@bars.example') && part.includes('https://bars.example'));
  });
}

test('a letter that is not built goes out all the same', async (t) => {
  const nothing = await mkdtemp(join(tmpdir(), 'unbuilt-letters-'));
  t.teardown(() => rm(nothing, { recursive: true }));

  t.deepEqual(await shippedLetter('reset_password', nothing), await shippedLetter('reset_password'));
});

test('a name that was given before names were looked at brings no link, line or tag into any letter', async (t) => {
  for (const name of letterNames) {
    const own = await writeLetter(name, { ...sampleLetters[name], name: 'Анна' }, letterhead);
    for (const given of [
      'приз на evil.ru',
      '@evil_bot',
      'А\r\nBcc: x@evil.ru',
      '</p><a href="http://evil.ru">',
      '8-800-555-35-35',
    ]) {
      const letter = await writeLetter(name, { ...sampleLetters[name], name: given }, letterhead);
      const tags = (html: string): number => html.split('<').length;
      t.false(/evil\.ru|@evil|555/.test(letter.subject + letter.html + letter.text), given);
      t.is(tags(letter.html), tags(own.html));
      t.is(letter.text.split('\n').length, own.text.split('\n').length);
    }
  }
});

test('nothing that a subject or a sender is filled with makes a header of its own', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-letters-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const outbox = createOutbox(folder);
  const rest = { to: 'a@bar.example', date: new Date(0), html: 'x', text: 'x' };
  const hostile = [
    'а\r\nBcc: x@y.z',
    'a\nBcc: x@y.z',
    'a\rBcc: x@y.z',
    'a\u2028Bcc: x@y.z',
    'a\u0085Bcc: x@y.z',
    'a\0b',
    '=?utf-8?q?=0D=0ABcc:_x@y.z?=',
  ];
  for (const [index, text] of hostile.entries()) {
    const from = `${text} <no-reply@bar.example>`;
    await outbox.deliver({ ...rest, id: String(index), subject: text, from }, () => Promise.resolve());
  }

  for (const file of await readdir(folder)) {
    const { headers, to, bcc } = await PostalMime.parse(await readFile(join(folder, file)));
    t.deepEqual(
      headers.map(({ key }) => key).filter((key) => key === 'bcc'),
      [],
    );
    t.deepEqual([to?.map(({ address }) => address), bcc], [['a@bar.example'], undefined]);
  }
});

test('every letter comes through a real mail server with its subject, both parts and the way on', async (t) => {
  const { taken, url } = await smtpServer(t);
  const services = await createTestServices();
  t.teardown(() => services.close());
  const mail = createMail({
    ...services,
    log: createLog('test', 'silent'),
    transport: createSmtp(url),
    from: 'Остаток <no-reply@bar.example>',
    letterhead,
  });
  mail.start();
  t.teardown(() => mail.stop());

  await services.db.transaction(async (trx) => {
    for (const template of letterNames) {
      await mail.enqueue(trx, { to: `${template}@bar.example`, template, data: sampleLetters[template] });
    }
  });
  await until('all letters taken', async () => taken.length === letterNames.length);

  for (const { to, raw } of taken) {
    const name = to[0]?.split('@')[0] as LetterName;
    const letter = await PostalMime.parse(raw);
    const written = await writeLetter(name, sampleLetters[name], letterhead);
    t.is(letter.subject, written.subject);
    t.false(/[^\x20-\x7e\s]/.test(raw.toString('latin1').split('\r\n\r\n')[0] ?? ''), 'headers are ASCII on the wire');
    t.is(letter.text?.trim(), written.text.trim());
    const target = letterTargets[name];
    if (target) {
      t.true(letter.html?.includes(`href="${target.replaceAll('&', '&amp;')}"`), name);
      t.true(letter.text?.includes(target), name);
    }
  }
});

test('no letter leads to a page that is not there', async (t) => {
  const pages = [
    '',
    '/subscription',
    '/dashboard',
    '/verify-email',
    '/reset-password',
    '/forgot-password',
    '/wizard',
    '/admin/security-log',
    '/admin/tenants',
  ];
  for (const name of letterNames) {
    const { html } = await write(name);
    const links = [...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, link]) => new URL(link ?? ''));
    t.true(links.length > 0);
    for (const { origin, pathname } of links) {
      t.is(origin, letterhead.publicUrl);
      t.true(pages.includes(pathname.replace(/\/$/, '')), `${name}: ${pathname}`);
    }
  }
});

test('a receipt tells what was paid, by Moscow time and with the seller', async (t) => {
  const { subject, html, text } = await write('receipt');

  t.is(subject, 'Чек на 1 790,50 ₽: тариф «Профессиональный»');
  for (const part of [html, text]) {
    for (const fact of [
      '1 790,50 ₽',
      '21 ноября 2026 г., 14:05 (мск)',
      'оплачен до 21 декабря 2026 г.',
      '7d1f0a52-3c4e-4f5a-9b60-1a2b3c4d5e6f',
      '2d9c1b7a-000f-5000-8000-1b2c3d4e5f60',
      'Смирнова Анна Петровна, ИНН 770000000000',
      'Налог на профессиональный доход',
      'чек',
    ])
      t.true(part.includes(fact), fact);
  }
});

test('a receipt of money that goes back says so and names no period; without a seller it names none', async (t) => {
  const { text } = await write('receipt', { period: null });
  const nameless = await writeLetter('receipt', sampleLetters.receipt, {
    ...letterhead,
    seller: { name: null, inn: null },
  });

  t.true(text.includes('деньги вернутся целиком'));
  t.false(text.includes('Период') || text.includes('оплачен до'));
  t.false(/Продавец|ИНН/.test(nameless.text + nameless.html));
});

for (const [days, words] of [
  [1, 'остался 1 день'],
  [3, 'осталось 3 дня'],
  [7, 'осталось 7 дней'],
] as const) {
  test(`a warning counts: ${words}`, async (t) => {
    const { subject, text } = await write('expiry_warning', { days });

    t.true(text.includes(`24 ноября 2026 г., 14:05 (мск), ${words}.`));
    t.true(text.includes('все заведения будут приостановлены'));
    t.is(subject, `До конца подписки ${words.replace(/^\S+ /, '')}`);
  });
}

test('on the last day a warning counts hours', async (t) => {
  const { subject, text } = await write('expiry_warning', { days: 1, hours: 5 });
  t.true(text.includes('осталось 5 часов.'));
  t.is(subject, 'До конца подписки 5 часов');
  t.true((await write('expiry_warning', { days: 1, hours: 21 })).text.includes('остался 21 час.'));
});

test('a warning says why: no saved method, or a granted plan after which another returns', async (t) => {
  const [unsaved, canceled, granted] = await Promise.all([
    write('expiry_warning'),
    write('expiry_warning', { reason: 'canceled' }),
    write('expiry_warning', { reason: 'granted', nextPlan: 'Бесплатный' }),
  ]);

  t.true(unsaved.text.includes('Способ оплаты не сохранён'));
  t.false(canceled.text.includes('Способ оплаты'));
  t.true(granted.text.includes('вернётся тариф «Бесплатный»') && !granted.text.includes('все заведения'));
});

test('a failed payment names the next attempt, or how to pay by hand, and until when the venues go on', async (t) => {
  const [again, byHand] = await Promise.all([
    write('payment_failed'),
    write('payment_failed', { nextAttemptAt: null }),
  ]);

  t.true(again.text.includes('Попробуем ещё раз 22 ноября 2026 г., 14:05 (мск).'));
  t.false(byHand.text.includes('Попробуем'));
  for (const { text, subject } of [again, byHand]) {
    t.true(text.includes('Заведения работают до 24 ноября 2026 г., 14:05 (мск)'));
    t.true(text.includes('откройте «Подписку» и нажмите «Оплатить»'));
    t.is(subject, 'Не удалось списать 1 990 ₽ за подписку');
  }
});

test('after a deletion the letter tells what is kept, until when, and how to object', async (t) => {
  const { text } = await write('account_deleted');

  t.true(text.includes('Данные аккаунта: храним 30 дней, до 21 декабря 2026 г.'));
  t.true(text.includes('Данные заведений: храним 7 дней, до 28 ноября 2026 г.'));
  t.true(text.includes('Платёжные документы: храним 5 лет'));
  t.true(text.includes('возражаете против хранения, напишите на help@bars.example'));
});
