import { randomUUID } from 'node:crypto';
import type { ProposalInput } from '@ostatok/kit/contract/alias.ts';
import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ItemRow } from '../tables.ts';
import type { PlatformClient } from './platform-client.ts';
import { findLatest, findUnsent, insertProposal, markSent } from './proposals.queries.ts';

const RETRY = { firstMs: 1000, lastMs: 10 * 60_000 };

const orUndefined = (value: string | number | null): number | undefined => (value === null ? undefined : Number(value));

/** What weighings of a bottle agree about, and how many they were. */
export interface Weighed {
  weight_empty_g: number;
  weight_full_g?: number;
  weighings: number;
}
type Weight = 'weight_empty_g' | 'weight_full_g';
const weightFields: Weight[] = ['weight_empty_g', 'weight_full_g'];

/** A weight within so many grams of another one says the same. */
const SAME_WITHIN_G = 3;

/** Whether `known` has all of the weights that were measured. */
const hasWeights = (weighed: Weighed, known: Partial<Record<Weight, unknown>>): boolean =>
  weightFields.every((field) => {
    const [measured, given] = [weighed[field], known[field]];
    return measured === undefined || (given != null && Math.abs(Number(given) - measured) <= SAME_WITHIN_G);
  });

/** Whether the item's barcode is a bottle's main one: a shop's own codes begin with 2. */
const hasMainCode = ({ ean, alias_ean }: ItemRow): boolean => {
  const gtin = toGtin13(ean ?? '');
  return gtin !== undefined && !gtin.startsWith('2') && (alias_ean === null || toGtin13(alias_ean) === gtin);
};

/** The weights that the catalogue wrote last. */
const writtenByCatalogue = ({ catalogue }: ItemRow): Partial<Record<Weight, unknown>> =>
  Object.fromEntries(weightFields.map((field) => [field, catalogue?.[field]?.[0]]));

/**
 * Returns the item's facts about its bottle; undefined where the catalogue would not accept them, for example without a
 * barcode of its kind.
 */
async function proposalOf(item: ItemRow, weighed: Partial<Weighed> = {}): Promise<ProposalInput | undefined> {
  // The schema is loaded at the first proposal, because many tenants never make one.
  const { proposalSchema } = await import('@ostatok/kit/contract/alias.ts');
  const proposal = {
    id: randomUUID(),
    ean: item.ean ?? '',
    description: item.name,
    category: item.category || undefined,
    volume_ml: orUndefined(item.volume_ml),
    weight_empty_g: orUndefined(item.weight_empty_g),
    weight_full_g: orUndefined(item.weight_full_g),
    density_g_per_ml: orUndefined(item.density_g_per_ml),
    ...weighed,
  };
  return proposalSchema.isValidSync(proposal) ? proposal : undefined;
}

interface Deps {
  db: Knex;
  platform: Pick<PlatformClient, 'connected' | 'propose'>;
  log: Logger;
}

/**
 * Sends proposals to the platform's catalogue. Each is stored in the transaction that caused it and sent, one after
 * another, when the platform can be reached. While nothing is unsent there is no timer.
 */
export function createProposals({ db, platform, log }: Deps) {
  let running: Promise<void> | undefined;
  let asked = false;
  let timer: NodeJS.Timeout | undefined;
  const backoff = createBackoff(RETRY);
  let closed = false;

  function retryLater(): void {
    const delay = backoff.next();
    if (!closed) timer = setTimeout(send, delay).unref();
  }

  /** Sends until nothing is left or the platform cannot be reached. */
  async function sendAll(): Promise<void> {
    for (let next = await findUnsent(db); next && !closed; next = await findUnsent(db)) {
      const answer = await platform.propose(next);
      if (answer === 'away') return retryLater();
      // It would be refused the next time too, and block all that come after it.
      if (answer === 'refused') log.warn({ proposal: next.id, ean: next.ean }, 'the platform refused a proposal');
      await markSent(db, next.id);
      backoff.reset();
    }
  }

  async function run(): Promise<void> {
    try {
      while (asked && !closed) {
        asked = false;
        await sendAll();
      }
    } catch (error) {
      log.warn({ err: error }, 'proposals were not sent');
      retryLater();
    } finally {
      running = undefined;
    }
  }

  /** Call it after the commit of a queued proposal, and at the start for those that an earlier process left. */
  function send(): void {
    if (!platform.connected) return;
    clearTimeout(timer);
    asked = true;
    running ??= run();
  }

  return {
    /**
     * Queues a proposal in the transaction that caused it; call `send` after the commit. Returns whether there is
     * anything to send.
     */
    async queue(trx: Knex.Transaction, item: ItemRow): Promise<boolean> {
      const proposal = await proposalOf(item);
      if (proposal) await insertProposal(trx, proposal);
      return proposal !== undefined;
    },
    /**
     * Queues the measured weights as `queue` does, once: not what the catalogue has, nor what was proposed last. What of
     * the item's weights was not measured is left out.
     */
    async queueWeighed(trx: Knex.Transaction, item: ItemRow, weighed: Weighed): Promise<boolean> {
      if (!hasMainCode(item) || hasWeights(weighed, writtenByCatalogue(item))) return false;
      const proposal = await proposalOf(item, { weight_full_g: undefined, ...weighed });
      if (!proposal || hasWeights(weighed, (await findLatest(trx, proposal.ean)) ?? {})) return false;
      await insertProposal(trx, proposal);
      return true;
    },
    send,
    /** Stops sending; unsent proposals wait for the next start. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
export type Proposals = ReturnType<typeof createProposals>;
