import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxMail, SandboxMailHead } from '@ostatok/api/contract/mailbox.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';

const SHOWN = 200;

/** Reads the letter files of an installation without a mail server, as a mail program would. */
export function createMailbox(folder: string) {
  const missing = (): NotFound => new NotFound('Письмо не найдено', 'mail_not_found');

  async function read(id: string): Promise<SandboxMail> {
    if (!/^[\w-]{1,100}$/.test(id)) throw missing();
    const bytes = await readFile(join(folder, `${id}.eml`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw missing();
      throw error;
    });
    const { default: PostalMime } = await import('postal-mime');
    const mail = await PostalMime.parse(bytes);
    const to = (mail.to ?? []).map((address) => address.address ?? '').join(', ');
    const { subject = '', date = '', html = '', text = '' } = mail;
    return { id, subject, to, date, html, text };
  }

  return {
    read,
    /** Lists the newest first: a file's name begins with its time. */
    async list(): Promise<SandboxMailHead[]> {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
      const newest = ids.sort().reverse().slice(0, SHOWN);
      const mails = await Promise.all(newest.map(read));
      return mails.map(({ id, subject, to, date }) => ({ id, subject, to, date }));
    },
  };
}
export type Mailbox = ReturnType<typeof createMailbox>;
