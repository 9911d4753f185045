import type { BotContext } from './context.ts';

/** A message on its way for longer was written while its writer, or the messenger, was away. */
const LATE_MS = 60_000;

/**
 * Returns when a message that comes late was written: what it says happened then. Undefined for one that comes at once,
 * for an edit, and for a button.
 */
export function saidAt({ message }: Pick<BotContext, 'message'>, now: Date): Date | undefined {
  if (!message?.date) return undefined;
  const at = new Date(message.date * 1000);
  return now.getTime() - at.getTime() > LATE_MS ? at : undefined;
}
