import { MutationCache, type QueryKey } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { invalidates?: readonly QueryKey[] };
  }
}

/**
 * The one rule of invalidation: a mutation names in `meta.invalidates` the queries that show what it writes, and they are
 * read anew once it has settled. After an error too, since the answer may be lost of a write that was done.
 */
export const invalidatingMutations = (): MutationCache =>
  new MutationCache({
    onSettled: (_answer, _error, _variables, _result, { meta }, { client }) =>
      Promise.all((meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
