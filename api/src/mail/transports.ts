import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';

export interface Letter {
  id: string;
  from: string;
  to: string;
  date: Date;
  subject: string;
  html: string;
  text: string;
}

/** `retry`: surely not taken, may be later. `refused`: never will be. `unknown`: the server may have taken it. */
export type Failure = 'retry' | 'refused' | 'unknown';

export class MailError extends Error {
  readonly kind: Failure;
  constructor(kind: Failure, message: string) {
    super(message);
    this.name = 'MailError';
    this.kind = kind;
  }
}

export interface MailTransport {
  /** Sending the same letter twice leaves one. */
  repeatable: boolean;
  /** Throws MailError. */
  deliver(letter: Letter): Promise<void>;
  close(): void;
}

const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The letter's bytes; its id makes the Message-ID. */
async function compose(letter: Letter): Promise<Buffer> {
  const { id, ...rest } = letter;
  const host = /@([\w.-]+)/.exec(letter.from)?.[1] ?? 'localhost';
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const { message } = await composer.sendMail({ ...rest, messageId: `<${id}@${host}>`, headers });
  return message as Buffer;
}

/** Writes every letter as a file: the mailbox of an installation without a mail server. */
export function createOutbox(folder: string): MailTransport {
  return {
    repeatable: true,
    async deliver(letter) {
      const stamp = letter.date.toISOString().replace(/\D/g, '').slice(0, 14);
      const path = join(folder, `${stamp}-${letter.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // a reader never meets half a letter
      await writeFile(`${path}.tmp`, await compose(letter), { mode: 0o600 });
      await rename(`${path}.tmp`, path);
    },
    close() {},
  };
}

function kindOf(error: { responseCode?: number }, dataBegun: boolean): Failure {
  if (error.responseCode) return error.responseCode >= 500 ? 'refused' : 'retry';
  return dataBegun ? 'unknown' : 'retry';
}

export function createSmtp(url: string): MailTransport {
  const smtp = nodemailer.createTransport(url, {}) as ReturnType<typeof nodemailer.createTransport>;
  return {
    repeatable: false,
    async deliver(letter) {
      const bytes = await compose(letter);
      let dataBegun = false;
      const raw = Readable.from(
        (function* () {
          dataBegun = true;
          yield bytes;
        })(),
      );
      try {
        await smtp.sendMail({ envelope: { from: letter.from, to: letter.to }, raw });
      } catch (error) {
        throw new MailError(kindOf(error as { responseCode?: number }, dataBegun), (error as Error).message);
      }
    },
    close: () => smtp.close(),
  };
}
