import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { makeCertificate } from '../ingress/certificates.ts';
import { env, install, mayHave } from '../ingress/nginx.ts';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';

/** Whether this machine has a server of mailboxes, or may have one; it starts as root alone. */
export const mayHaveDovecot = process.getuid?.() === 0 && mayHave('dovecot');

const idOf = (what: '-u' | '-g'): number => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));

export interface TestLetter {
  messageId?: string;
  from?: string;
  /** The parts of the letter with their headers. */
  parts: string[];
  at?: Date;
}

const BOUNDARY = '=_ostatok';

/** An attachment as mail programs send it. */
export const attached = (name: string, body: string | Buffer, type = 'application/octet-stream'): string =>
  [
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ].join('\r\n');

export const words = (text: string, type = 'text/plain'): string =>
  [`Content-Type: ${type}; charset=utf-8`, '', text].join('\r\n');

function written({ messageId, from = 'Касса <reports@kassa.example>', parts }: TestLetter): string {
  const head = [
    'Date: Sat, 28 Nov 2026 06:00:00 +0300',
    `From: ${from}`,
    'To: bar@mail.example',
    'Subject: Report',
    ...(messageId ? [`Message-ID: <${messageId}@kassa.example>`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
  ];
  const body = parts.flatMap((part) => [`--${BOUNDARY}`, part]);
  return [...head, '', ...body, `--${BOUNDARY}--`, ''].join('\r\n');
}

/** A real server of mailboxes, by TLS under a certificate that nobody vouches for; `mailbox` is a new one of its own. */
export async function startDovecot() {
  await install('dovecot');
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-dovecot-'));
  await chmod(folder, 0o755);
  const mail = join(folder, 'mail');
  await mkdir(mail);
  await chown(mail, idOf('-u'), idOf('-g'));
  const { certificate, key } = await makeCertificate(join(folder, 'tls'), ['localhost']);
  const port = await ownPort();
  const password = randomBytes(9).toString('base64url');
  const config = join(folder, 'dovecot.conf');
  await writeFile(
    config,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificate}
ssl_key = <${key}
mail_location = maildir:${mail}/%n
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${mail}/%n
}
first_valid_gid = 0
auth_failure_delay = 0
service imap-login {
  service_count = 0
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
# a wrong password would slow down everybody's next sign-ins from this machine, by up to 15 seconds
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  process_limit = 1
}
`,
  );
  const child = spawn('dovecot', ['-F', '-c', config], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }

  async function as<T>(login: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: true,
      auth: { user: login, pass: password },
      logger: false,
      tls: { rejectUnauthorized: false },
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      client.close();
    }
  }

  await until(
    () =>
      as('nobody', async () => true).catch(async () => {
        if (child.exitCode !== null)
          throw new Error(`dovecot ended: ${said} ${await readFile(`${folder}/log`, 'utf8')}`);
        return false;
      }),
    'the mail server answers',
    20_000,
  );
  function mailbox() {
    const login = `bar-${randomBytes(4).toString('hex')}`;
    const within = <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => as(login, work);
    return {
      address: `localhost:${port}`,
      port,
      login,
      password,
      makeFolder: (name: string) => within((client) => client.mailboxCreate(name)),
      bring: (letter: TestLetter, into = 'INBOX') =>
        within((client) => client.append(into, written(letter), [], letter.at ?? new Date('2026-11-28T03:00:00Z'))),
      markUnread: () =>
        within(async (client) => {
          await client.mailboxOpen('INBOX');
          await client.messageFlagsRemove('1:*', ['\\Seen']);
        }),
      /** The letters of a folder, and which of them have been read. */
      letters: (inside = 'INBOX') =>
        within(async (client) => {
          await client.mailboxOpen(inside, { readOnly: true });
          const all = await client.fetchAll('1:*', { flags: true, envelope: true });
          return all.map(({ flags, envelope }) => ({ id: envelope?.messageId, isSeen: flags?.has('\\Seen') ?? false }));
        }),
    };
  }
  return { mailbox, stop };
}
export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;
export type TestMailbox = ReturnType<Dovecot['mailbox']>;
