import { setTimeout as sleep } from 'node:timers/promises';
import type { InlineKeyboard } from 'grammy';
import type { MessengerPerson } from '../../contract/messengers.ts';
import type { BotDeps } from './context.ts';

/** Milliseconds for which another messenger is waited for: one that is away must not hold up those who write here. */
const WAIT_MS = 3000;

/** Writes to a chat of another messenger; returns whether that was done soon. What takes longer goes on. */
export function writeSoon(
  { writeElsewhere, log }: Pick<BotDeps, 'writeElsewhere' | 'log'>,
  to: MessengerPerson,
  ...said: [text: string, keyboard?: InlineKeyboard]
): Promise<boolean> {
  const written = writeElsewhere(to, ...said).catch((error) => {
    log.warn({ err: error, channel: to.channel }, 'another messenger was not written to');
    return false;
  });
  return Promise.race([written, sleep(WAIT_MS, false, { ref: false })]);
}
