import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import { type Host, type HostedState, hasProcess, type TenantSpec } from './host.ts';

/** What counts most comes first, where several hosts know the tenant. */
const STATES: HostedState[] = ['running', 'starting', 'crashed', 'exited', 'asleep', 'not_found'];

/**
 * Makes one host of several, between which tenants move: each runs on the one that its specification names. The first is
 * for those that name none. They share the data folder, so a tenant has one log and one place to be set aside in. While
 * one host is away, as an engine that is restarted, tenants of the others wake and sleep all the same.
 */
export function joinHosts(hosts: ReadonlyMap<Hosting, Host>): Host {
  const all = [...hosts.values()];
  const [first] = all;
  if (!first || all.length === 1) return first as Host;
  /** The hosts of the instances that were started beside others. */
  const beside = new Map<string, Host>();

  const hostOf = ({ hosting }: TenantSpec): Host => hosts.get(hosting) ?? (first as Host);
  const each = async (act: (host: Host) => Promise<unknown>): Promise<void> => {
    for (const host of all) await act(host);
  };
  const together = async <T>(ask: (host: Host) => Promise<T[]> | undefined): Promise<T[]> =>
    (await Promise.all(all.map((host) => ask(host) ?? []))).flat();

  /** What each host says, in their order; one that is away says nothing. */
  const statesOf = (id: string) => Promise.allSettled(all.map((host) => host.state(id)));

  /** Sees to it that the tenant can run nowhere but there. */
  async function leaveOthers(id: string, chosen: Host): Promise<void> {
    for (const host of all) if (host !== chosen) await (host.leave ?? host.stop)(id);
  }

  /** A move has left the host before; here a second look is all that is missed when one is away. */
  const leaveOthersIfThere = (id: string, chosen: Host): Promise<void> =>
    leaveOthers(id, chosen).catch(() => undefined);

  /** Stops it wherever it may run; one that is away does no harm where another had it. */
  async function stop(id: string): Promise<void> {
    const results = await Promise.allSettled(
      all.map(async (host) => {
        const had = hasProcess(await host.state(id));
        await host.stop(id);
        return had;
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed && !results.some((result) => result.status === 'fulfilled' && result.value)) throw failed.reason;
  }

  return {
    async start(spec) {
      await leaveOthersIfThere(spec.id, hostOf(spec));
      return hostOf(spec).start(spec);
    },
    stop,
    async startBeside(spec) {
      await beside.get(spec.id)?.dropBeside(spec.id);
      beside.set(spec.id, hostOf(spec));
      return hostOf(spec).startBeside(spec);
    },
    async switchOver(id) {
      const next = beside.get(id);
      if (!next) throw new Error('there is no instance to switch to');
      await leaveOthers(id, next);
      beside.delete(id);
      return next.switchOver(id);
    },
    async dropBeside(id) {
      const host = beside.get(id);
      beside.delete(id);
      if (host) await host.dropBeside(id);
      // an earlier platform may have left one on any of them; one that is away keeps no other from being asked
      else await Promise.allSettled(all.map((one) => one.dropBeside(id)));
    },
    async runningRelease(id) {
      const states = await statesOf(id);
      const at = states.findIndex((one) => one.status === 'fulfilled' && one.value === 'running');
      return all[at]?.runningRelease?.(id);
    },
    async restart(spec) {
      await leaveOthersIfThere(spec.id, hostOf(spec));
      return hostOf(spec).restart(spec);
    },
    async state(id) {
      const asked = await statesOf(id);
      const states = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      if (states.length === 0) throw new Error('no host answers');
      return STATES.find((state) => states.includes(state)) ?? 'not_found';
    },
    list: () => together((host) => host.list()),
    kept: async () => [...new Set(await together((host) => host.kept()))],
    diskUse: first.diskUse,
    setAside: (id, name) => each((host) => host.setAside(id, name)),
    aside: async () => [...new Set(await together((host) => host.aside()))],
    putBack: (id, name) => each((host) => host.putBack(id, name)),
    dropAside: (name) => each((host) => host.dropAside(name)),
    presentRelease: first.presentRelease,
    // a release has to be wherever a tenant may be
    hasRelease: (release) => all.every((host) => host.hasRelease(release)),
    images: () => together((host) => host.images()),
    async buildImage(how) {
      const built = await Promise.all(all.map((host) => host.buildImage(how)));
      return built[0] as string;
    },
    removeImage: (id) => each(async (host) => host.removeImage?.(id)),
    load: (since) => together((host) => host.load?.(since)),
    stopped: () => together((host) => host.stopped?.()),
    async counts() {
      const counted = await Promise.all(all.map((host) => host.counts?.()));
      return counted.find(Boolean) ?? { containers: 0, networks: 0, volumes: 0 };
    },
    logs: first.logs,
    ...(first.logFiles && { logFiles: first.logFiles }),
    forget: (id) => each((host) => host.forget(id)),
    leave: (id) => each(async (host) => host.leave?.(id)),
    detach: () => each((host) => host.detach()),
  };
}
