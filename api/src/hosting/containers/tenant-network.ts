import type { NetworkInspectInfo } from 'dockerode';
import { type Engine, ifKnown, LABEL } from './engine.ts';

export interface TenantNetwork {
  name: string;
  /** The bridge's name among the machine's network interfaces, of which Linux allows 15 letters. */
  bridge: string;
  /** This machine's address on the bridge. */
  gateway: string;
  /** The addresses of the network's containers, like 172.18.0.0/16. */
  subnet: string;
}

function describe({ Name, IPAM, Options }: NetworkInspectInfo): TenantNetwork {
  const { Gateway: gateway, Subnet: subnet } = IPAM?.Config?.[0] ?? {};
  const bridge = Options?.['com.docker.network.bridge.name'];
  if (!gateway || !subnet || !bridge) throw new Error(`network ${Name} has no address of its own`);
  return { name: Name, bridge, gateway, subnet };
}

/**
 * Finds or makes the one network of all tenants. Its containers reach neither one another nor the outside; from what they
 * reach on this machine the firewall takes all but two ports. Networks for each tenant would end near thirty: Docker has
 * no more ranges of addresses. `before` are the addresses that it had: platform and database listen there.
 */
export async function ensureTenantNetwork(
  { docker, installation }: Engine,
  before?: Pick<TenantNetwork, 'gateway' | 'subnet'>,
): Promise<TenantNetwork> {
  const name = `ostatok-${installation}`;
  const find = async (): Promise<TenantNetwork | undefined> => {
    const found = await ifKnown(docker.getNetwork(name).inspect());
    return found && describe(found);
  };
  const present = await find();
  if (present) return present;
  await docker
    .createNetwork({
      Name: name,
      CheckDuplicate: true,
      Driver: 'bridge',
      Internal: true,
      ...(before && { IPAM: { Config: [{ Subnet: before.subnet, Gateway: before.gateway }] } }),
      Options: {
        'com.docker.network.bridge.name': `ost-${installation}`,
        'com.docker.network.bridge.enable_icc': 'false',
      },
      Labels: { [LABEL.installation]: installation },
    })
    .catch(async (error) => {
      // another process may have been quicker
      if (!(await find())) throw error;
    });
  const made = await find();
  if (!made) throw new Error(`network ${name} was removed as soon as it was made`);
  return made;
}
