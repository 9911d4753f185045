/** How the command line formats texts, times and log lines before it prints them. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { paymentState } from '@ostatok/cli/src/labels/payment-labels.ts';
import { momentOf, objectOf, readable } from '@ostatok/cli/src/logs/log-lines.ts';
import { moment } from '@ostatok/cli/src/output/format.ts';
import { table } from '@ostatok/cli/src/output/table.ts';
import { wrappedText } from '@ostatok/cli/src/output/wrapped.ts';
import { questions } from '@ostatok/cli/src/views/questions.ts';
import test from 'ava';

test('a text is broken between words, under where it began, and a command in it never', (t) => {
  const said =
    'Заведение приостановлено по подписке владельца. Чьё оно: ostatok tenants show bar-na-rubinshteina. Продлить: ostatok subscriptions extend';

  const lines = wrappedText(said, 40, '✗ ').split('\n');

  t.deepEqual(lines.map((line) => line.trim()).join(' '), `✗ ${said}`, 'nothing is lost');
  t.true(lines.includes('  ostatok tenants show bar-na-rubinshteina.'), lines.join('\n'));
  t.true(
    lines.every((line) => [...line].length <= 40 || line.trim().startsWith('ostatok ')),
    lines.join('\n'),
  );
  t.true(lines.slice(1).every((line) => line.startsWith('  ')));
  t.is(wrappedText('одно\n  два', 40), 'одно\n  два');
});

test('a cell that does not fit ends after a whole word', (t) => {
  const [, row = ''] = table(['ЧТО', 'НОМЕР'], [['Заведение приостановлено по подписке', '1']], 30, [1]).split('\n');

  t.regex(row, /^Заведение…/);
});

test('a payment that was given up reads as given up, unless its money came all the same', (t) => {
  const payment = { problem: null, status: 'pending', withdrawn: null } as const;

  t.is(paymentState(payment), 'ждёт');
  t.is(paymentState({ ...payment, withdrawn: 'abandoned' }), 'плательщик отказался');
  t.is(paymentState({ ...payment, withdrawn: 'superseded' }), 'больше не нужен');
  t.is(paymentState({ ...payment, status: 'succeeded', withdrawn: 'abandoned' }), 'прошёл');
  t.is(paymentState({ ...payment, status: 'succeeded', withdrawn: 'superseded', problem: 'disputed' }), 'спорный');
});

test('moments are of Moscow whatever the terminal’s own zone, and are read so', (t) => {
  t.is(moment('2026-11-22T22:30:00.000Z'), '23.11.2026, 01:30');
  const now = new Date('2026-11-22T22:30:00.000Z');
  t.is(momentOf('01:00', now), Date.parse('2026-11-22T22:00:00.000Z'));
  t.is(momentOf('2026-11-23', now), Date.parse('2026-11-22T21:00:00.000Z'));
  t.is(momentOf('2h', now), Date.parse('2026-11-22T20:30:00.000Z'));
  t.is(momentOf('25:99', now), undefined);
});

test('a line of the platform names the venue it is about, also behind one that a full disk has cut off', (t) => {
  const entry = { level: 40, time: 1795475558745, pid: 1, hostname: 'vm', name: 'platform', tenant: 't0000000001' };
  const line = JSON.stringify({ ...entry, msg: 'tenant crashed' });

  const torn = `{"level":50,"time":1795475558745,"err":{"stack":"Er${line}`;
  for (const read of [line, torn]) {
    t.regex(readable(read), /tenant crashed {2}tenant=t0000000001$/);
    t.like(objectOf(read), { level: 'warn', message: 'tenant crashed', tenant: 't0000000001' });
  }
  t.notRegex(readable(line.replace('"platform"', '"tenant"')), /t0000000001/, 'its own log says it once a command');
});

test('a line of a log is an object for a program, also one that is no JSON', (t) => {
  const line = JSON.stringify({
    level: 50,
    time: 1795475558745,
    pid: 1,
    hostname: 'vm',
    name: 'tenant',
    port: 4,
    msg: 'Х',
  });

  t.deepEqual(objectOf(line), { at: '2026-11-23T23:12:38.745Z', level: 'error', message: 'Х', port: 4 });
  t.deepEqual(objectOf('Segmentation fault'), { at: null, level: null, message: 'Segmentation fault' });
});

test('a secret is asked for in Russian and shown as dots', async (t) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = questions.password('Пароль', { input, output });
  input.write('pa55-word\r');

  t.is(await asked, 'pa55-word');
  output.end();
  const said = stripVTControlCharacters(await text(output));
  t.regex(said, /ctrl\+t — показать или скрыть/);
  t.regex(said, /Пароль •{9}/);
  t.notRegex(said, /pa55-word|visibility/);
});
