import * as yup from 'yup';
import type { Operation } from './operations.ts';

/**
 * POST /admin/aliases/push → {success, message, operation}: brings what has changed in the catalogue to every venue that
 * uses it. 409 `already_running` while one is under way. `dryRun`: tells what would change and writes nothing.
 * The operation's items are the living venues, `key` their ids, `result` a PushedVenue; one that uses nothing of it is `skipped`.
 */
export const pushSchema = yup.object({
  dryRun: yup.boolean().typeError('Ожидается true или false').default(false),
});
export type PushInput = yup.InferType<typeof pushSchema>;

/** What became of the venue's items that use an alias which was sent. */
export type PushedVenue = Record<'used' | 'updated' | 'unchanged', number>;

/** `result` of the whole operation; `revision`: up to which the catalogue was sent. */
export type PushResult = Record<'revision' | 'venues' | 'updated' | 'unchanged', number> & { dryRun: boolean };

/** GET /admin/aliases/push */
export interface PushState {
  success: true;
  /** The newest that was not for trial; null: there was none in 90 days. */
  last: Operation | null;
  /** Changes of the catalogue that not every venue has yet. */
  pending: number;
  /** Venues that lack some of them. */
  pendingVenues: number;
}
