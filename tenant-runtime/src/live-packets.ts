interface Allowance {
  atOnce: number;
  perSecond: number;
}
/** Who has not been let in says who they are, and again after a refusal. */
const STRANGER: Allowance = { atOnce: 20, perSecond: 1 };
/** Several times what the scales of a venue say; readings have a limit of their own, with an answer. */
const MEMBER: Allowance = { atOnce: 2000, perSecond: 500 };

/** Of engine.io: one visitor's session, whichever way its packets come. */
interface Connection {
  on(event: 'packet', listener: () => void): void;
  close(discard?: boolean): void;
}
interface Engine {
  on(event: 'connection', listener: (connection: Connection) => void): void;
}

/** What is under way is not listened to any more, and what waits to be written is dropped. */
function cutOff(connection: Pick<Connection, 'close'>): void {
  connection.close();
  connection.close(true);
}

/**
 * One connection must not keep the venue from answering the others: each packet costs a look at a token or an answer, and a
 * megabyte holds twenty thousand of them.
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
    /** Whoever asks to be let in again before the answer is cut off. The answer is called with whether they are let in. */
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
