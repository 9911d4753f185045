import type { Tenant } from '../venue/tenant.ts';

type Done = (error: Error | null, answer?: unknown) => void;
interface Asked {
  text: string;
  name?: string;
}
interface Connection {
  query: (asked: Asked, done: Done) => unknown;
}

/** A tenant writes changes in one statement that commits by itself. */
const isCommit = ({ text, name }: Asked): boolean => text.startsWith('COMMIT') || name === 'write-changes';

/**
 * Makes the database commit without its response arriving; `after` skips this many commits. Returns a function that
 * counts the commits.
 */
export async function loseNextCommit({ client }: Pick<Tenant['db'], 'client'>, after = 0): Promise<() => number> {
  const connections: Connection[] = await Promise.all([1, 2, 3].map(() => client.acquireConnection()));
  let commits = 0;
  for (const connection of connections) {
    const query = connection.query.bind(connection);
    connection.query = (asked, done) =>
      query(asked, (error, answer) => {
        if (!isCommit(asked) || commits++ !== after) return done(error, answer);
        done(new Error('Connection terminated unexpectedly'));
      });
  }
  for (const connection of connections) await client.releaseConnection(connection);
  return () => commits;
}
