import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Flags } from '@oclif/core';
import { sentence, UserError } from '../errors/user-error.ts';
import { moment } from '../output/format.ts';
import { isPassing } from './follow-work.ts';

/** The flag of a command that must not be carried out twice when its answer was lost. */
export const keyFlag = {
  key: Flags.string({ description: 'ключ повтора: с тем же ключом дважды не сделается', helpValue: 'КЛЮЧ' }),
};

/**
 * Returns what to say of a request that was sent once: one with a key that was typed may have been carried out by an
 * earlier command. A repetition under a key of the command's own is still this command's work.
 */
export const outcomeText = (
  { done_before }: { done_before: string | null },
  typedKey: string | undefined,
  done: string,
): string =>
  done_before && typedKey !== undefined ? `Уже сделано раньше, ${moment(done_before)}. Второй раз не делали` : done;

const WAITS_MS = [500, 1500];

/**
 * Sends a request under an idempotency key, again after a lost answer. Throws UserError; when it is unknown whether the
 * request was carried out, its message names the key.
 */
export async function sendOnce<T>(
  typedKey: string | undefined,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const key = typedKey ?? randomUUID();
  for (let tries = 0; ; tries += 1) {
    try {
      return await send({ 'idempotency-key': key });
    } catch (error) {
      if (!(error instanceof UserError) || !isPassing(error)) throw error;
      const wait = WAITS_MS[tries];
      if (wait === undefined) throw withKey(error, key);
      await sleep(wait);
    }
  }
}

const withKey = ({ message, code, status }: UserError, key: string): UserError =>
  new UserError(
    `${sentence(message)} Сделано ли это, неизвестно. Повторите ту же команду с --key ${key}: дважды не сделается`,
    code,
    status,
    { key },
  );
