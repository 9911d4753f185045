import * as yup from 'yup';
import type { Operation } from './operations.ts';

/**
 * POST /admin/aliases/push → {success, message, operation}: pushes changes of the catalogue to every tenant that uses
 * them. 409 `already_running` while one is under way. With `dryRun` it reports what would change and writes nothing.
 * The operation's items are the active and suspended tenants, `key` their ids, `result` a PushedVenue; a tenant that
 * uses none of the changes is `skipped`.
 */
export const pushSchema = yup.object({
  dryRun: yup.boolean().typeError('Ожидается true или false').default(false),
});
export type PushInput = yup.InferType<typeof pushSchema>;

/** Counts of the tenant's items that use a pushed alias. */
export type PushedVenue = Record<'used' | 'updated' | 'unchanged', number>;

/** The `result` of the whole operation; `revision` is the catalogue's revision up to which was pushed. */
export type PushResult = Record<'revision' | 'venues' | 'updated' | 'unchanged', number> & { dryRun: boolean };

/** GET /admin/aliases/push */
export interface PushState {
  success: true;
  /** The newest push that was no dry run; null when there was none in 90 days. */
  last: Operation | null;
  /** The number of catalogue changes that some tenant lacks. */
  pending: number;
  /** The number of tenants that lack some of them. */
  pendingVenues: number;
}
