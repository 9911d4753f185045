import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { uuid5 } from '@ostatok/kit/node/uuid5.ts';
import { MAX_FILE_BYTES } from '../../contract/imports.ts';
import type { FeedRow } from '../tables.ts';
import { type Attachment, mayBeTable } from './attachments.ts';
import type { ConnectOutside } from './connecting.ts';
import { dayText } from './days.ts';
import { FeedFailure } from './feed-failure.ts';
import type { FeedNotices } from './feed-notices.ts';
import { deleteLettersBefore, findLetter, insertLetter, lastProblem, selectLetters } from './letters.queries.ts';
import { type Letter, type Mailbox, type MailTimeouts, openMailbox } from './mailbox.ts';
import type { Taken, Taking } from './taking.ts';

export interface ReadingMailDeps {
  db: Knex;
  clock: () => Date;
  connect: ConnectOutside;
  taking: Pick<Taking, 'takeAny'>;
  notices: Pick<FeedNotices, 'queueDelivery' | 'send'>;
  /** Is called after each letter with the last day whose sales came; throws where the feed is another's by now. */
  onLetter: (lastDay: string | null) => Promise<void>;
  timeouts?: MailTimeouts | undefined;
}

/** Letters of this age are left alone, and forgotten a day later. */
const MOST_DAYS = 92;
const FIRST_DAYS = 30;
const DAY_MS = 86_400_000;
/** What one look reads; the next goes on. */
const MOST_LETTERS = 200;
const MOST_ATTACHMENTS = 20;
/** Base64 makes four bytes of three, and lines. */
const MOST_SENT_BYTES = Math.ceil(MAX_FILE_BYTES * 1.4);
/** The namespace for ids of what came in letters; any fixed UUID would do. */
const NAMESPACE = '0b0f4a4e5d1c4d1f8a3c6c3b9a7e2d51';

interface Outcome {
  taken: Taken[];
  problem: string | null;
}

const lastOf = (days: (string | null)[]): string | null => days.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null);

/** Reads what is new in a mailbox; returns what was not understood of its last letter, in words. Throws FeedFailure. */
export async function readMail(
  deps: ReadingMailDeps,
  feed: FeedRow,
  password: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { db, clock, taking, notices } = deps;

  /** Returns what became of a file, or why nothing did. */
  async function takeAttachment(box: Mailbox, letter: Letter, file: Attachment): Promise<Taken | string> {
    if (file.bytes > MOST_SENT_BYTES) return `больше ${MAX_FILE_BYTES / 1024 / 1024} МБ, такие не читаются`;
    const path = join(tmpdir(), `letter-${randomUUID()}`);
    try {
      await box.download(letter, file, path, MAX_FILE_BYTES + 1);
      const key = uuid5(NAMESPACE, `${feed.id}:${keyOf(box, letter)}:${file.part}`);
      return await taking.takeAny(feed, { path, filename: file.name, key }).catch((error) => {
        if (isOfFile(error)) return error.message;
        throw error;
      });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Takes what is in a letter; what cannot be read is told of, and tried no more. */
  async function take(box: Mailbox, letter: Letter): Promise<Outcome> {
    const taken: Taken[] = [];
    let problem: string | null = null;
    const about = (name: string, why: string): string =>
      `Письмо от ${dayText(letter.receivedAt.toISOString().slice(0, 10))}, «${name}»: ${why}`;
    const files = letter.attachments.filter(mayBeTable);
    const [other] = letter.attachments;
    if (other && files.length === 0) problem = about(other.name, 'это не таблица. Нужен отчёт в .xlsx, .csv или .xml');
    for (const file of files.slice(0, MOST_ATTACHMENTS)) {
      signal.throwIfAborted();
      const one = await takeAttachment(box, letter, file);
      if (typeof one !== 'string') taken.push(one);
      const why = typeof one === 'string' ? one : one.doubt;
      if (why) problem ??= about(file.name, why);
    }
    return { taken, problem };
  }

  async function remember(box: Mailbox, letter: Letter, { taken, problem }: Outcome): Promise<void> {
    await db.transaction(async (trx) => {
      const isNew = await insertLetter(trx, {
        feed_id: feed.id,
        message_id: keyOf(box, letter),
        uid_validity: box.uidValidity,
        uid: letter.uid,
        received_at: letter.receivedAt,
        taken: taken.length,
        problem,
      });
      const deliveries = isNew ? taken.flatMap(({ delivery }) => delivery ?? []) : [];
      for (const delivery of deliveries) await notices.queueDelivery(trx, feed, delivery);
    });
    notices.send();
  }

  async function readLetters(box: Mailbox): Promise<void> {
    const oldest = Math.max(feed.created_at.getTime() - FIRST_DAYS * DAY_MS, clock().getTime() - MOST_DAYS * DAY_MS);
    const uids = await box.unseen(new Date(oldest));
    const known = await selectLetters(db, { feed_id: feed.id, uid_validity: box.uidValidity }, uids);
    // a look that was cut off has taken these, and not said so
    await box.markSeen(known.filter(({ taken }) => taken > 0).map(({ uid }) => Number(uid)));
    const seen = new Set(known.map(({ uid }) => Number(uid)));
    const fresh = uids.filter((uid) => !seen.has(uid)).slice(0, MOST_LETTERS);
    let last: string | null = feed.last_day;
    for (const letter of await box.letters(fresh)) {
      signal.throwIfAborted();
      const before = await findLetter(db, feed.id, keyOf(box, letter));
      if (before) {
        if (before.taken > 0) await box.markSeen([letter.uid]);
        continue;
      }
      const outcome = await take(box, letter);
      await remember(box, letter, outcome);
      if (outcome.taken.length > 0) await box.markSeen([letter.uid]);
      last = lastOf([last, ...outcome.taken.map(({ lastDay }) => lastDay)]);
      await deps.onLetter(last);
    }
    await deleteLettersBefore(db, feed.id, new Date(oldest - 2 * DAY_MS));
  }

  const { address, login, folder, sender, fingerprint } = feed;
  const account = { address: address ?? '', login: login ?? '', password, folder: folder ?? '', sender, fingerprint };
  const box = await openMailbox(deps.connect, account, signal, deps.timeouts);
  try {
    await readLetters(box);
  } finally {
    await box.close();
  }
  return lastProblem(db, feed.id);
}

const keyOf = ({ uidValidity }: Mailbox, { messageId, uid }: Letter): string =>
  messageId?.slice(0, 500) ?? `${uidValidity}:${uid}`;

/** Whether it is the file that is wrong, and not our disk or database. */
const isOfFile = (error: unknown): error is AppError | FeedFailure =>
  error instanceof FeedFailure || (error instanceof AppError && error.status < 500);
