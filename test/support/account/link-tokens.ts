import { type TestApi, until } from '../platform/api.ts';

/** The token of the newest letter to the address, found through the mailbox as a user would. */
export async function linkTokenOf(on: TestApi, email: string, subject: string): Promise<string> {
  return until(`letter «${subject}» to ${email}`, async () => {
    const { body } = await on.call.get('/sandbox/api/mails');
    const head = body.mails.find(
      (mail: { to: string; subject: string }) => mail.to === email && mail.subject === subject,
    );
    if (!head) return undefined;
    const { body: letter } = await on.call.get(`/sandbox/api/mails/${head.id}`);
    return /token=([\w-]+)/.exec(letter.mail.text)?.[1];
  });
}
