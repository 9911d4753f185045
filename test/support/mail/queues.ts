import { createMail } from '@ostatok/api/src/mail/mail.service.ts';
import type { MailTransport } from '@ostatok/api/src/mail/transports.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import { createTestServices, type TestServices, until } from '../platform/api.ts';
import { letterhead } from './letters.ts';

export const log = createLog('test', 'silent');
export const data = { name: 'Анна', link: 'http://localhost:3000/verify-email?token=abc&x=1' };

export async function queueOver(t: ExecutionContext, transport: MailTransport, options: object = {}) {
  const services = await createTestServices();
  const made: ReturnType<typeof createMail>[] = [];
  const queue = (): ReturnType<typeof createMail> => {
    const mail = createMail({
      ...services,
      log,
      transport,
      from: 'Остаток <no-reply@bar.example>',
      letterhead,
      backoffSeconds: [0, 0],
      ...options,
    });
    made.push(mail);
    return mail;
  };
  const mail = queue();
  t.teardown(async () => {
    await Promise.all(made.map((one) => one.stop()));
    await services.close();
  });
  return { services, mail, queue };
}

/** Sends nothing: only the queue is tested. */
export const quiet: MailTransport = { repeatable: true, deliver: async () => undefined, close: () => undefined };

export const enqueue = (services: TestServices, mail: ReturnType<typeof createMail>, to = 'anna@bar.example') =>
  services.db.transaction((trx) => mail.enqueue(trx, { to, template: 'verify_email', data }));

export const settled = (services: TestServices, id: string) =>
  until(`letter ${id} settled`, () => services.db('mails').where({ id }).whereNotNull('settled_at').first());
