import type { Knex } from '@ostatok/kit/node/db.ts';
import type { UnansweredQuestion } from '../../contract/counts.endpoints.ts';
import { selectUnanswered } from './bot.queries.ts';

/** Milliseconds in which a question of the chat may be answered. */
export const ANSWERABLE_MS = 24 * 3600_000;

/** Returns the questions about the count that may still be answered and that nobody has answered. */
export const unansweredOf =
  ({ db, clock }: { db: Knex; clock: () => Date }) =>
  (countId: number): Promise<UnansweredQuestion[]> =>
    selectUnanswered(db, countId, new Date(clock().getTime() - ANSWERABLE_MS));
