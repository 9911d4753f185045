import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { type Engine, LABEL, labelled } from './engine.ts';

const RETRY_MS = 1000;
/** An engine that sends more than this without an end of line is not understood. */
const LONGEST_EVENT = 1_000_000;

const IMAGES = ['tag', 'untag', 'delete'];

/** A container of this installation was asked to end, ran out of memory, or has ended; or its images have changed. */
export interface EngineEvent {
  action: 'kill' | 'oom' | 'die' | 'images';
  id: string;
  name: string;
  tenant: string;
  exitCode: string;
}

interface RawEvent {
  Action: string;
  Actor: { ID: string; Attributes: Record<string, string> };
}

const parsed = ({ Action, Actor: { ID, Attributes } }: RawEvent): EngineEvent => ({
  action: IMAGES.includes(Action) ? 'images' : (Action as EngineEvent['action']),
  id: ID,
  name: Attributes.name ?? '',
  tenant: Attributes[LABEL.tenant] ?? '',
  exitCode: Attributes.exitCode ?? '',
});

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_EVENT) throw new Error('the engine sent too much');
    yield* lines.filter(Boolean);
  }
}

/**
 * Reads the engine's events until the returned function is called, over a new connection when one ends. `onConnected` is
 * called with each connection, since what happened before it was not seen.
 */
export function followEngine(
  { docker, installation }: Engine,
  {
    log,
    onEvent,
    onConnected,
  }: { log: Logger; onEvent: (event: EngineEvent) => void; onConnected: () => Promise<void> },
): () => void {
  const stopped = new AbortController();
  const filters = JSON.stringify({
    type: ['container', 'image'],
    event: ['kill', 'oom', 'die', ...IMAGES],
    ...labelled({ [LABEL.installation]: installation }),
  });

  async function followOnce(): Promise<void> {
    const stream = await docker.getEvents({ filters, abortSignal: stopped.signal });
    await onConnected();
    for await (const line of linesOf(stream as unknown as AsyncIterable<Buffer>)) onEvent(parsed(JSON.parse(line)));
    throw new Error('the engine ended its events');
  }

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      await followOnce().catch((error) => {
        if (!stopped.signal.aborted) log.warn({ err: error }, 'the container engine is away');
      });
      await sleep(RETRY_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  }

  void follow();
  return () => stopped.abort();
}
