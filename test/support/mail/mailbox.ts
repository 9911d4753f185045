import { join } from 'node:path';
import { createMailbox } from '../../../api/src/sandbox/mailbox.ts';
import { until } from '../run/until.ts';

/** Finds the link to `path` in the text part of the newest letter to `to` in the outbox. */
export async function linkFor(home: string, to: string, path: string, count = 1): Promise<string> {
  const mailbox = createMailbox(join(home, 'outbox'));
  let links: string[] = [];
  await until(async () => {
    const heads = (await mailbox.list()).filter((head) => head.to === to);
    const texts = await Promise.all(heads.map(async ({ id }) => (await mailbox.read(id)).text));
    links = texts.flatMap((text) => text.match(new RegExp(`https?://\\S+/${path}(?:\\?token=[\\w-]+|\\b)`)) ?? []);
    return links.length >= count;
  }, `${count} letters with /${path} to ${to}`);
  return links[0] ?? '';
}
