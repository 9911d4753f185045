import { join } from 'node:path';
import { createMailbox } from '@ostatok/api/src/sandbox/mailbox.ts';
import test from 'ava';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';
import { until } from '../run/until.ts';

export let platform: TestPlatform;
export let administrator: TestOwner;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpSupport(): void {
  test.before(async () => {
    platform = await startTestPlatform();
    administrator = await newOwner(platform);
    await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(administrator.userId);
  });
  test.after.always(() => platform?.stop());
}

export const REASON = 'Владелец просил проверить импорт';
export const ask = (id: string, reason = REASON, as = administrator) =>
  as.call('POST', `/api/admin/tenants/${id}/support-session`, { reason });

export async function letterTo(email: string): Promise<string> {
  const mailbox = createMailbox(join(platform.home, 'outbox'));
  let text = '';
  await until(async () => {
    const head = (await mailbox.list()).find(({ to, subject }) => to === email && /Поддержка входит/.test(subject));
    if (head) ({ text } = await mailbox.read(head.id));
    return text !== '';
  }, `a letter to ${email} about support`);
  return text;
}
