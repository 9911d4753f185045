import { setTimeout as sleep } from 'node:timers/promises';
import { TooMany } from '@ostatok/kit/node/errors.ts';
import type { Rates, Slot } from './bots.queries.ts';

export interface QueuedCall<T> {
  /** Whose turn it takes; '' for the platform itself. */
  tenantId: string;
  personId: number;
  /** Leaves the queue when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  run: () => Promise<T>;
}

interface Waiting {
  personId: number;
  since: number;
  begin: () => void;
  refuse: (reason: unknown) => void;
}

interface Dialog {
  isBusy: boolean;
  freeAt: number;
  /** When the last messages were taken: one that was long on its way must not come close to the next. */
  takenAt: number[];
}

/** The most calls of one tenant that wait. */
const MOST_WAITING = 300;
/** Milliseconds after which a call that still waits is refused: the tenant tries again. */
const LONGEST_WAIT_MS = 40_000;
const RETRY_AFTER_S = 5;
const SPREAD_MS = 20;

const tooMany = (): TooMany => new TooMany(RETRY_AFTER_S, 'MAX не принимает столько сообщений. Подождите');

/**
 * Lets the calls of one bot pass within MAX's limits. Tenants take turns, so that one which sends a lot does not keep
 * the others waiting; the messages of a dialog keep their order, and a dialog that has to wait does not stop others.
 */
export function createSendQueue(
  reserve: (personId: number) => Promise<Slot>,
  rates: Rates,
  now: () => number = () => performance.now(),
) {
  /** The tenants in the order of their turns. */
  const tenants = new Map<string, Waiting[]>();
  const dialogs = new Map<number, Dialog>();
  let freeAt = 0;
  let underWay = 0;
  /** When the bot's last messages were taken. */
  let takenAt: number[] = [];
  let isPumping = false;
  let timer: NodeJS.Timeout | undefined;

  const dialogOf = (personId: number): Dialog => {
    const known = dialogs.get(personId) ?? { isBusy: false, freeAt: 0, takenAt: [] };
    dialogs.set(personId, known);
    return known;
  };

  function leave(tenantId: string, call: Waiting): boolean {
    const waiting = tenants.get(tenantId) ?? [];
    const at = waiting.indexOf(call);
    if (at < 0) return false;
    waiting.splice(at, 1);
    if (waiting.length === 0) tenants.delete(tenantId);
    return true;
  }

  /** Returns the first call of the tenant whose dialog is free and in which no earlier one waits. */
  function readyOf(waiting: Waiting[]): Waiting | undefined {
    const passed = new Set<number>();
    return waiting.find(({ personId }) => {
      if (passed.has(personId)) return false;
      passed.add(personId);
      const { isBusy, freeAt: dialogFreeAt } = dialogOf(personId);
      return !isBusy && dialogFreeAt <= now();
    });
  }

  function next(): Waiting | undefined {
    for (const [tenantId, waiting] of tenants) {
      const call = readyOf(waiting);
      if (!call) continue;
      leave(tenantId, call);
      // its next turn comes after those of all others
      if (waiting.length > 0) {
        tenants.delete(tenantId);
        tenants.set(tenantId, waiting);
      }
      return call;
    }
    return undefined;
  }

  function refuseOld(): void {
    for (const [tenantId, waiting] of tenants) {
      for (const call of waiting.filter(({ since }) => now() - since > LONGEST_WAIT_MS)) {
        leave(tenantId, call);
        call.refuse(tooMany());
      }
    }
  }

  /** Comes back when the first dialog that somebody waits for is free. */
  function comeBack(): void {
    clearTimeout(timer);
    const times = [...tenants.values()].flat().flatMap(({ personId }) => {
      const { isBusy, freeAt: dialogFreeAt } = dialogOf(personId);
      return isBusy ? [] : [dialogFreeAt];
    });
    if (times.length > 0) timer = setTimeout(() => void pump(), Math.max(1, Math.min(...times) - now()));
  }

  function forgetIdle(): void {
    for (const [personId, { isBusy, freeAt: dialogFreeAt, takenAt: dialogTakenAt }] of dialogs) {
      const isIdle = !isBusy && dialogFreeAt <= now() && (dialogTakenAt.at(-1) ?? 0) + rates.dialog.windowMs <= now();
      if (isIdle) dialogs.delete(personId);
    }
  }

  function release(dialog: Dialog): void {
    const { messages, windowMs } = rates.dialog;
    dialog.isBusy = false;
    dialog.takenAt = [...dialog.takenAt, now()].slice(-messages);
    const [oldest = 0] = dialog.takenAt;
    if (dialog.takenAt.length === messages) dialog.freeAt = Math.max(dialog.freeAt, oldest + windowMs);
    underWay -= 1;
    takenAt.push(now());
  }

  /** Waits until what was long on its way is far enough from the next message. */
  async function spread(): Promise<void> {
    for (;;) {
      takenAt = takenAt.filter((at) => at > now() - rates.bot.windowMs);
      if (underWay + takenAt.length < rates.bot.messages) return;
      await sleep(SPREAD_MS);
    }
  }

  async function letPass(call: Waiting): Promise<void> {
    const dialog = dialogOf(call.personId);
    dialog.isBusy = true;
    underWay += 1;
    try {
      const { wait, botNext, dialogNext } = await reserve(call.personId);
      if (wait > 0) await sleep(wait);
      freeAt = now() + botNext;
      dialog.freeAt = now() + dialogNext;
      call.begin();
    } catch (error) {
      dialog.isBusy = false;
      underWay -= 1;
      call.refuse(error);
    }
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      refuseOld();
      for (let call = next(); call; call = next()) {
        await letPass(call);
        await spread();
        if (freeAt > now()) await sleep(freeAt - now());
        refuseOld();
      }
      forgetIdle();
    } finally {
      isPumping = false;
    }
    comeBack();
  }

  function turn(tenantId: string, personId: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting = tenants.get(tenantId) ?? [];
      if (waiting.length >= MOST_WAITING) return refuse(tooMany());
      const call: Waiting = { personId, since: now(), begin, refuse };
      signal?.addEventListener('abort', () => leave(tenantId, call) && refuse(signal.reason), { once: true });
      waiting.push(call);
      tenants.set(tenantId, waiting);
      void pump();
    });
  }

  return {
    /** Runs the call when it is its turn. Throws TooMany where too many wait, or for too long. */
    async submit<T>({ tenantId, personId, signal, run }: QueuedCall<T>): Promise<T> {
      await turn(tenantId, personId, signal);
      try {
        return await run();
      } finally {
        release(dialogOf(personId));
        void pump();
      }
    },
    close(): void {
      clearTimeout(timer);
      for (const waiting of tenants.values()) for (const call of waiting) call.refuse(tooMany());
      tenants.clear();
    },
  };
}
export type SendQueue = ReturnType<typeof createSendQueue>;
