interface Allowance {
  atOnce: number;
  perSecond: number;
}
/** The allowance of a client that is not admitted: it says who it is, and again after a refusal. */
const STRANGER: Allowance = { atOnce: 20, perSecond: 1 };
/**
 * The allowance of an admitted client is several times what a tenant's scales send; readings have a limit of their own,
 * with an answer.
 */
const MEMBER: Allowance = { atOnce: 2000, perSecond: 500 };

/** A connection of engine.io: one visitor's session over any transport. */
interface Connection {
  on(event: 'packet', listener: () => void): void;
  close(discard?: boolean): void;
}
interface Engine {
  on(event: 'connection', listener: (connection: Connection) => void): void;
}

/** Closes the connection at once: nothing more is read from it, and unsent data is dropped. */
function cutOff(connection: Pick<Connection, 'close'>): void {
  connection.close();
  connection.close(true);
}

/**
 * Limits packets, so that one connection cannot keep the tenant from answering the others: each packet costs a token
 * check or an answer, and a megabyte holds twenty thousand of them.
 */
export function createPacketLimit(now: () => number = () => performance.now()) {
  const budgets = new WeakMap<object, { allowance: Allowance; left: number; at: number }>();
  const asking = new WeakSet<object>();

  function spend(connection: Connection): void {
    const budget = budgets.get(connection);
    if (!budget) return;
    const { atOnce, perSecond } = budget.allowance;
    budget.left = Math.min(atOnce, budget.left + ((now() - budget.at) / 1000) * perSecond) - 1;
    budget.at = now();
    if (budget.left < 0) cutOff(connection);
  }
  const give = (connection: object, allowance: Allowance): void =>
    void budgets.set(connection, { allowance, left: allowance.atOnce, at: now() });

  return {
    watch(engine: Engine): void {
      engine.on('connection', (connection) => {
        give(connection, STRANGER);
        connection.on('packet', () => spend(connection));
      });
    },
    /**
     * Cuts off a client that asks for admission again before the answer. Call the returned function with the decision.
     */
    ask(connection: Pick<Connection, 'close'>): ((isAdmitted: boolean) => void) | undefined {
      if (asking.has(connection)) {
        cutOff(connection);
        return undefined;
      }
      asking.add(connection);
      return (isAdmitted) => {
        asking.delete(connection);
        if (isAdmitted) give(connection, MEMBER);
      };
    },
  };
}
export type PacketLimit = ReturnType<typeof createPacketLimit>;
