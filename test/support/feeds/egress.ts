import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createEgressProxy, EGRESS_LIMITS, type EgressLimits } from '@ostatok/api/src/egress/egress-proxy.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import { createTunnels } from '../../../tenant-runtime/src/egress/tunnel.ts';
import { type ConnectOutside, createConnecting } from '../../../tenant-runtime/src/feeds/connecting.ts';
import { INTERNAL_SECRET } from '../venue/tenant.ts';

const TENANT = 'test-tenant';
export const EGRESS_SECRETS: Record<string, string> = { [TENANT]: INTERNAL_SECRET, 'other-tenant': 'another-secret' };

const nothingElse = (_req: IncomingMessage, res: ServerResponse): void => void res.writeHead(404).end();

/** The platform's egress proxy and nothing else of the platform, for the tenants of tests. */
export async function startEgress(
  t: Pick<ExecutionContext, 'teardown'>,
  { allowPrivate = true, limits }: { allowPrivate?: boolean; limits?: Partial<EgressLimits> } = {},
) {
  const egress = createEgressProxy({
    caller: async (id = '', secret) => {
      if (!secret || EGRESS_SECRETS[id] !== secret) throw new Unauthorized();
      return { id };
    },
    allowPrivate,
    log: createLog('platform', 'silent'),
    limits: { ...EGRESS_LIMITS, ...limits },
  });
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer(nothingElse);
  server.on('connect', (req, socket, head) => {
    asked.push(req.url ?? '');
    sockets.push(socket as Socket);
    void egress.handle(req, socket as Socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    egress.close();
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect: ConnectOutside = createConnecting(
    createTunnels({ platformUrl: url, tenantId: TENANT, secret: INTERNAL_SECRET }),
  );
  return { url, connect, /** The places that were asked for. */ asked, /** Those of who asked. */ sockets };
}
