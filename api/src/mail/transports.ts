import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { type HandOver, HeldMessage } from './held-message.ts';

interface Letter {
  id: string;
  from: string;
  to: string;
  date: Date;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** Part of a mass mailing, which must not delay other letters. */
  bulk?: boolean;
}

/**
 * `away`: the server was not reached, or did not let us in, so the letter has no part in it. `retry`: certainly not
 * accepted, may be later. `refused`: never will be. `unknown`: possibly accepted.
 */
type Failure = 'away' | 'retry' | 'refused' | 'unknown';

export class MailError extends Error {
  readonly kind: Failure;
  /** The server refuses this recipient: `soft` for now, `hard` for ever. */
  readonly bounce?: 'soft' | 'hard';
  constructor(kind: Failure, message: string, bounce?: 'soft' | 'hard') {
    super(message);
    this.name = 'MailError';
    this.kind = kind;
    if (bounce) this.bounce = bounce;
  }
}

export interface MailTransport {
  /** Sending the same letter twice leaves one copy. */
  repeatable: boolean;
  /** Calls `handOver` before the bytes that make a mail server accept the letter. Throws MailError. */
  deliver(letter: Letter, handOver: HandOver): Promise<void>;
  close(): void;
}

const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

interface Composed {
  bytes: Buffer;
  envelope: { from: string | false; to: string[] };
  messageId: string;
}

/** Composes the letter's bytes; its id makes the Message-ID. */
async function compose({ id, headers, bulk: _, ...rest }: Letter): Promise<Composed> {
  const host = /@([\w.-]+)/.exec(rest.from)?.[1] ?? 'localhost';
  const { message, envelope, messageId } = await composer.sendMail({
    ...rest,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    // no part of a letter is read from disk or fetched
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { bytes: message as Buffer, envelope, messageId };
}

/** Writes every letter as a file: the outbox of an installation without a mail server. */
export function createOutbox(folder: string): MailTransport {
  return {
    repeatable: true,
    async deliver(letter) {
      const stamp = letter.date.toISOString().replace(/\D/g, '').slice(0, 14);
      const path = join(folder, `${stamp}-${letter.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // so that a reader never sees half a letter
      await writeFile(`${path}.tmp`, (await compose(letter)).bytes, { mode: 0o600 });
      await rename(`${path}.tmp`, path);
    },
    close() {},
  };
}

interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
  response?: string;
}

/** Codes of temporary failures: full mailbox, busy system, policy against us. An unknown address is permanent. */
const PASSING = /\b5\.[2347]\.\d+\b/;
const HARD_CODES = [511, 521, 550, 551, 553];

function mailErrorOf(error: SmtpError, message: HeldMessage, isBegun: boolean): MailError {
  const { responseCode: code, command, response = '' } = error;
  if (!isBegun) return new MailError('away', error.message);
  if (!code) return new MailError(message.isFinished ? 'unknown' : 'retry', error.message);
  if (code < 500) return new MailError('retry', error.message);
  const ofRecipient = command === 'RCPT TO';
  const hard = HARD_CODES.includes(code) && !PASSING.test(response);
  return new MailError('refused', error.message, ofRecipient ? (hard ? 'hard' : 'soft') : undefined);
}

/** Connections kept open: campaigns would use up any number, so other letters have connections of their own. */
const POOLS = { bulk: 6, single: 3 };

/**
 * Bypasses nodemailer's composing, which would start to read the letter before the server has asked for it. Calls
 * `onBegin` when there is a connection that is signed in.
 */
function post(
  pool: SMTPPool,
  { envelope, messageId }: Composed,
  letter: HeldMessage,
  onBegin: () => void,
): Promise<unknown> {
  const message = {
    getEnvelope() {
      onBegin();
      return envelope;
    },
    messageId: () => messageId,
    getHeader: () => messageId,
    createReadStream: () => letter,
  };
  return new Promise((resolve, reject) => {
    // @types/nodemailer asks for a whole composed mail; the pool itself reads only this of it
    const mail = { data: {}, message } as unknown as Parameters<SMTPPool['send']>[0];
    pool.send(mail, (error, info) => (error ? reject(error) : resolve(info)));
  });
}

export function createSmtp(url: string): MailTransport {
  const poolOf = (maxConnections: number) => new SMTPPool({ url, maxConnections, maxMessages: 1000 });
  const bulk = poolOf(POOLS.bulk);
  const single = poolOf(POOLS.single);
  return {
    repeatable: false,
    async deliver(letter, handOver) {
      const composed = await compose(letter);
      const message = new HeldMessage(composed.bytes, handOver);
      let isBegun = false;
      const begin = (): void => {
        isBegun = true;
      };
      try {
        await post(letter.bulk ? bulk : single, composed, message, begin);
      } catch (error) {
        message.destroy();
        throw mailErrorOf(error as SmtpError, message, isBegun);
      }
    },
    close() {
      bulk.close();
      single.close();
    },
  };
}
