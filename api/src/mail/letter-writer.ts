import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { LetterData, Letterhead, LetterName } from './letter-data.ts';
import type { LetterTemplate, WrittenLetter } from './letter-template.ts';
import { writeLetter } from './letters.ts';
import type { MailRow } from './mail.queries.ts';

export const MAIL = 'mail';
/** A letter ready to be sent, without its address. */
export interface Outgoing extends WrittenLetter {
  headers?: Record<string, string>;
}

/** The queue's names for letters that are sent as written: an administrator's test, and a tenant's order. */
export const TEST_LETTER = 'test';
export const ORDER_LETTER = 'supplier_order';

/** Administrators' templates for the platform's letters. */
export interface OwnTemplates {
  of(name: LetterName): Promise<LetterTemplate | undefined>;
  /** Is called when a template could not be filled and the shipped letter was sent instead. */
  broken(name: LetterName, reason: string): Promise<void>;
}

export interface LetterWriterDeps {
  secrets: Secrets;
  log: Logger;
  letterhead: Letterhead;
  ownTemplates?: OwnTemplates;
}

/** Writes the platform's own letters from the sealed data in the queue. */
export function createLetterWriter({ secrets, log, letterhead, ownTemplates }: LetterWriterDeps) {
  /** Returns undefined when an administrator's template is broken, so that the shipped letter goes out. */
  async function ownLetter<T extends LetterName>(name: T, data: LetterData[T]): Promise<WrittenLetter | undefined> {
    try {
      const template = await ownTemplates?.of(name);
      return template && (await writeLetter(name, data, letterhead, template));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ err: error, letter: name }, 'changed template cannot be filled: the shipped letter is sent');
      await ownTemplates?.broken(name, reason).catch((failed) => log.error({ err: failed }, 'not noted'));
      return undefined;
    }
  }

  return {
    seal: (data: unknown): string => secrets.seal(JSON.stringify(data), MAIL),

    async write({ template, data_sealed }: Pick<MailRow, 'template' | 'data_sealed'>): Promise<Outgoing> {
      const opened: unknown = JSON.parse(secrets.open(data_sealed ?? '', MAIL));
      if (template === TEST_LETTER || template === ORDER_LETTER) return opened as Outgoing;
      const name = template as LetterName;
      const data = opened as LetterData[typeof name];
      return (await ownLetter(name, data)) ?? writeLetter(name, data, letterhead);
    },
  };
}
