import * as yup from 'yup';

/**
 * Pushes changes of the catalogue to every tenant that uses them. With `dryRun` it reports what would change and writes
 * nothing.
 * The operation's items are the active and suspended tenants, `key` their ids, `result` a PushedVenue; a tenant that
 * uses none of the changes is `skipped`.
 */
export const pushSchema = yup.object({
  dryRun: yup.boolean().typeError('Ожидается true или false').default(false),
});
export type PushInput = yup.InferType<typeof pushSchema>;

/**
 * Counts of the tenant's items that use a pushed alias; `named`, if any, are those whose further names changed, `coded`
 * those that got further codes.
 */
export type PushedVenue = Record<'used' | 'updated' | 'unchanged', number> & { named?: number; coded?: number };

/** The `result` of the whole operation; `revision` is the catalogue's revision up to which was pushed. */
export type PushResult = Record<'revision' | 'venues' | 'updated' | 'unchanged', number> & {
  dryRun: boolean;
  named?: number;
  coded?: number;
};
