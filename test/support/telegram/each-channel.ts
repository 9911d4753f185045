import test, { type ExecutionContext } from 'ava';
import { startBridgedChat } from '../max/bridged-chat.ts';
import { startOwnChat } from './own-chat.ts';
import { startVenueChat, type VenueChat } from './venue-chat.ts';

type StartChat = (t: ExecutionContext, options?: { clock?: () => Date; publicUrl?: string }) => Promise<VenueChat>;

const channels: Record<string, StartChat> = {
  Telegram: startVenueChat,
  MAX: startBridgedChat,
  'the own chat': startOwnChat,
};

/** Registers a test of the conversation once for each channel through which people can have it. */
export function inEachChannel(
  title: string,
  run: (t: ExecutionContext, start: StartChat) => Promise<void>,
  register: (title: string, run: (t: ExecutionContext) => Promise<void>) => void = test,
): void {
  for (const [channel, start] of Object.entries(channels)) register(`${title}, in ${channel}`, (t) => run(t, start));
}
