import { relayDatabase } from '@ostatok/api/src/hosting/containers/database-relay.ts';
import { LABEL, labelled } from '@ostatok/api/src/hosting/containers/engine.ts';
import { openMachine } from '@ostatok/api/src/hosting/containers/firewall.ts';
import type { Containers } from '@ostatok/api/src/hosting/containers/prepare.ts';
import type Docker from 'dockerode';
import { until } from '../run/until.ts';

/** Lets containers reach the server at this machine's address in their network, as an installation's own would be. */
export async function serveAtGateway(
  { address }: Containers,
  target: string,
): Promise<{ url: string; stop: () => void }> {
  const { port, stop } = await relayDatabase(target, { host: address, port: 0 });
  const url = new URL(target);
  url.hostname = address;
  url.port = String(port);
  return { url: url.href, stop };
}

/** Removes the services of an installation and waits until nothing of them runs on this machine. */
async function removeServices(docker: Docker, filters: { label: string[] }): Promise<void> {
  for (const { ID } of (await docker.listServices({ filters })) as unknown as { ID: string }[])
    await docker.getService(ID).remove();
  await until(async () => (await docker.listContainers({ filters })).length === 0, 'the services have ended');
  for (const { ID } of (await docker.listSecrets({ filters })) as unknown as { ID: string }[])
    await docker.getSecret(ID).remove();
}

/** Removes what an installation leaves on the engine and in the machine's firewall. */
export async function removeContainers({ engine: { docker, installation }, network }: Containers): Promise<void> {
  const filters = labelled({ [LABEL.installation]: installation });
  if (!network) await removeServices(docker, filters);
  for (const { Id } of await docker.listContainers({ all: true, filters }))
    await docker.getContainer(Id).remove({ force: true });
  if (network) await docker.getNetwork(network.name).remove();
  for (const { Id } of await docker.listImages({ filters })) await docker.getImage(Id).remove({ force: true });
  if (network) await openMachine(network);
}
