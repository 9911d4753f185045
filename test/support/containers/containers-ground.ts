import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { LABEL, labelled } from '@ostatok/api/src/hosting/containers/engine.ts';
import { openMachine } from '@ostatok/api/src/hosting/containers/firewall.ts';
import type { Containers } from '@ostatok/api/src/hosting/containers/prepare.ts';

/** Lets containers reach the server at this machine's address in their network, as an installation's own would be. */
export async function serveAtGateway(
  { network }: Containers,
  target: string,
): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, network.gateway, resolve));
  const url = new URL(target);
  url.hostname = network.gateway;
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Removes what an installation leaves on the engine and in the machine's firewall. */
export async function removeContainers({ engine: { docker, installation }, network }: Containers): Promise<void> {
  const filters = labelled({ [LABEL.installation]: installation });
  for (const { Id } of await docker.listContainers({ all: true, filters }))
    await docker.getContainer(Id).remove({ force: true });
  await docker.getNetwork(network.name).remove();
  for (const { Id } of await docker.listImages({ filters })) await docker.getImage(Id).remove({ force: true });
  await openMachine(network);
}
