import type { Knex } from '@ostatok/kit/node/db.ts';
import { SMTPServer } from 'smtp-server';
import { PASSWORD } from '../platform/api.ts';
import { createGround, type PlatformProcess, startProcess } from '../platform/platform-process.ts';

/** A real SMTP server that counts the letters of each address. */
export async function countingServer() {
  const letters = new Map<string, number>();
  let total = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        total += 1;
        for (const { address } of envelope.rcptTo) letters.set(address, (letters.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    letters,
    total: () => total,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Inserts customers with confirmed addresses, as registration would create them. */
export async function insertCustomers(db: Knex, count: number): Promise<void> {
  await db.raw(
    `insert into users (email, email_verified, name, role, consent_at)
     select 'p' || n || '@many.example', true, 'Гость ' || n, 'customer', now() from generate_series(1, ?) n`,
    [count],
  );
}

/** A platform in a process of its own, over a database that outlives it: it can be killed and started again. */
export async function killablePlatform(smtpUrl: string) {
  const { env, db, drop } = await createGround();
  let running: PlatformProcess | undefined;

  async function start(): Promise<void> {
    running = await startProcess({ ...env, SMTP_URL: smtpUrl, MAIL_FROM: 'Остаток <news@bar.example>' });
  }

  async function call(path: string, token: string | undefined, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${running?.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what is looked at
    return { status: answer.status, body: (await answer.json()) as any };
  }

  return {
    db,
    start,
    call,
    async kill(): Promise<void> {
      running?.child.kill('SIGKILL');
      await running?.ended;
    },
    /** Registers an administrator; returns the token. */
    async administrator(): Promise<string> {
      const input = { email: 'boss@bar.example', password: PASSWORD, name: 'Начальник' };
      const { body } = await call('auth/register', undefined, input);
      await db('users').where({ id: body.user.id }).update({ role: 'admin' });
      const again = await call('auth/login', undefined, { email: input.email, password: PASSWORD });
      return again.body.token;
    },
    async close(): Promise<void> {
      await this.kill();
      await drop();
    },
  };
}
