import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { SMTPServerOptions } from 'smtp-server';
import { mailServerFindings } from '../../../api/src/hardening/mail-server.ts';
import { publicAddressFindings } from '../../../api/src/hardening/public-address.ts';
import { smtpServer } from '../../support/mail/smtp.ts';

interface MailCase {
  what: string;
  options?: SMTPServerOptions;
  urlOf: (address: string) => string;
  message: RegExp;
  advice: RegExp;
}

const mailCases: MailCase[] = [
  {
    what: 'a wrong password',
    options: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    },
    urlOf: (address) => `smtp://anna:wrong@${address}`,
    message: /имя или пароль не подходят \(EAUTH\)/,
    advice: /имя и пароль в SMTP_URL.*%40/,
  },
  {
    what: 'a certificate of an unknown authority',
    options: { secure: true },
    urlOf: (address) => `smtps://${address}`,
    message: /сертификат/,
    advice: /сертификат|NODE_EXTRA_CA_CERTS/,
  },
  {
    what: 'a port without TLS',
    urlOf: (address) => `smtps://${address}`,
    message: /отвечают не по TLS/,
    advice: /адрес и порт в SMTP_URL/,
  },
  {
    what: 'a name without an address',
    urlOf: () => 'smtps://anna:secret@mail.invalid:465',
    message: /mail\.invalid:465 .*имени нет в DNS/,
    advice: /адрес почтового сервера в SMTP_URL/,
  },
  {
    what: 'a closed port',
    urlOf: () => 'smtps://anna:secret@127.0.0.1:1',
    message: /соединения не принимают \(ECONNREFUSED\)/,
    advice: /адрес и порт в SMTP_URL/,
  },
];
for (const { what, options, urlOf, message, advice } of mailCases) {
  test(`the mail server: ${what} is named, with what to set`, async (t) => {
    const { url } = await smtpServer(t, options);
    const [finding, ...others] = await mailServerFindings(urlOf(new URL(url).host));
    t.deepEqual(others, []);
    t.regex(finding?.message ?? '', message);
    t.regex(finding?.advice ?? '', advice);
    t.notRegex(finding?.message ?? '', /secret|wrong/);
  });
}

test('a mail server that takes letters is no finding', async (t) => {
  const { url } = await smtpServer(t);
  t.deepEqual(await mailServerFindings(url), []);
});

/** A proxy that answers pages with HSTS; venues' names are answered 404, as by the platform. */
async function proxy(t: ExecutionContext): Promise<string> {
  const server = createServer((req, res) => {
    res.writeHead(req.url === '/login' ? 200 : 404, { 'strict-transport-security': 'max-age=1' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an installation whose venues have no address in DNS is told which record is missing', async (t) => {
  const publicUrl = await proxy(t);
  const found = await publicAddressFindings({ publicUrl, baseDomain: 'bars.invalid' });
  t.like(
    found.find(({ id }) => id === 'venues_address'),
    {
      level: 'unsafe',
      advice: 'Добавьте в DNS запись A для *.bars.invalid',
    },
  );
});

test('a public address without a record in DNS is told by name', async (t) => {
  const [finding, ...others] = await publicAddressFindings({
    publicUrl: 'https://bars.invalid',
    baseDomain: 'bars.invalid',
  });
  t.deepEqual(others, []);
  t.like(finding, { id: 'tls', advice: 'Добавьте в DNS запись A для bars.invalid' });
  t.regex(finding?.message ?? '', /https:\/\/bars\.invalid не отвечает: имени нет в DNS/);
});
