import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The machine of a tenant is near: one that takes no connection for so long is gone. */
const CONNECT_LIMIT_MS = 2000;

/** The code of the error with which a connection ends that nobody has taken. */
export const NO_CONNECTION = 'ENOCONNECTION';

type Connected = (error: Error | null, socket: Duplex) => void;

/** Connects to tenants, and gives up soon where nobody is: the system itself would try for minutes. */
export class TenantAgent extends Agent {
  override createConnection(options: ClientRequestArgs, callback?: Connected): Duplex | null | undefined {
    const socket = super.createConnection(options, callback) as Socket;
    const giveUp = (): void => {
      if (socket.connecting) socket.destroy(Object.assign(new Error('nobody takes it'), { code: NO_CONNECTION }));
    };
    // one that was taken while this process was busy is seen first
    const timer = setTimeout(() => setImmediate(giveUp), CONNECT_LIMIT_MS);
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
    return socket;
  }
}
