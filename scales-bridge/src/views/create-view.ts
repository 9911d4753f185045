import type { Logger } from '@ostatok/kit/node/log.ts';
import type { BridgeState } from '../bridge.ts';
import type { Clock } from '../clock.ts';
import type { Venue } from '../config.ts';
import { loadTsx } from './load-tsx.ts';
import { printBridge } from './print-bridge.ts';

interface View {
  update: (state: BridgeState) => void;
  end: () => void;
}

/** Uses Ink on a terminal, else plain lines. */
export async function createView({ venue, clock, log }: { venue: Venue; clock: Clock; log: Logger }): Promise<View> {
  const title = venue.name || new URL(venue.url).host;
  const plain = (): View => printBridge(title, (line) => process.stdout.write(`${line}\n`));
  if (!process.stdout.isTTY) return plain();
  try {
    loadTsx();
    const { showBridge } = await import('./show-bridge.tsx');
    return showBridge(title, clock.elapsed);
  } catch (error) {
    log.warn({ err: error }, 'the terminal view could not be loaded');
    return plain();
  }
}
