import type { Tenant } from './tenant.ts';

type Done = (error: Error | null, answer?: unknown) => void;
interface Connection {
  query: (asked: { text: string }, done: Done) => unknown;
}

/** The database commits, and its answer never comes. */
export async function loseNextCommit({ client }: Tenant['db']): Promise<void> {
  const connections: Connection[] = await Promise.all([1, 2, 3].map(() => client.acquireConnection()));
  let lost = false;
  for (const connection of connections) {
    const query = connection.query.bind(connection);
    connection.query = (asked, done) =>
      query(asked, (error, answer) => {
        if (lost || !asked.text.startsWith('COMMIT')) return done(error, answer);
        lost = true;
        done(new Error('Connection terminated unexpectedly'));
      });
  }
  for (const connection of connections) await client.releaseConnection(connection);
}
