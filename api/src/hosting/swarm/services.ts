import type { ServiceSpec } from 'dockerode';
import { type Engine, ifKnown, LABEL, labelled, unlessSo } from '../containers/engine.ts';
import type { Role } from './service-options.ts';

const TRIES = 8;
/** The swarm's answer to a change of what has changed meanwhile. */
const CHANGED_MEANWHILE = /update out of sequence/;

interface RawService {
  ID: string;
  Version: { Index: number };
  Spec: ServiceSpec;
}

/** A service of the swarm that is a tenant's. */
export interface TenantService {
  id: string;
  name: string;
  tenant: string;
  role: Role;
  release: string | undefined;
  generation: number;
  /** The name that it was set aside under. */
  aside: string | undefined;
  /** Whether the swarm is to have a task of it. */
  isAwake: boolean;
}

/** The services of one tenant that are not set aside. */
export interface ServicesOfTenant {
  main: TenantService | undefined;
  /** Those beside the main one, and those whose place it has taken. */
  others: TenantService[];
}

function parsed({ ID, Spec }: RawService): TenantService {
  const labels = Spec.Labels ?? {};
  return {
    id: ID,
    name: Spec.Name ?? '',
    tenant: labels[LABEL.tenant] ?? '',
    role: (labels[LABEL.role] ?? 'main') as Role,
    release: labels[LABEL.release],
    generation: Number(labels[LABEL.generation] ?? 0),
    aside: labels[LABEL.aside],
    isAwake: (Spec.Mode?.Replicated?.Replicas ?? 0) > 0,
  };
}

/** Of two main services the later one counts: a switch that was cut off has left both. */
function sortOut(services: TenantService[]): ServicesOfTenant {
  const present = services.filter(({ role }) => role !== 'aside').sort((a, b) => b.generation - a.generation);
  const main = present.find(({ role }) => role === 'main');
  return { main, others: present.filter((one) => one !== main) };
}

/** The services of this installation's tenants in the swarm. */
export function createServices({ docker, installation }: Engine) {
  async function list(labels: Record<string, string> = {}): Promise<TenantService[]> {
    const filters = labelled({ [LABEL.installation]: installation, ...labels });
    return ((await docker.listServices({ filters })) as unknown as RawService[]).map(parsed);
  }

  const ofTenant = (id: string): Promise<TenantService[]> => list({ [LABEL.tenant]: id });

  /** Changes what the service is to be. The swarm changes services too, so that it may have to be tried again. */
  async function change(id: string, to: (spec: ServiceSpec) => ServiceSpec): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { Version, Spec } = (await docker.getService(id).inspect()) as RawService;
      try {
        await docker.getService(id).update({ version: Version.Index, ...to(Spec) });
        return;
      } catch (error) {
        if (tries === TRIES || !CHANGED_MEANWHILE.test((error as Error).message)) throw error;
      }
    }
  }

  const relabel = (id: string, labels: Record<string, string>): Promise<void> =>
    change(id, (spec) => ({ ...spec, Labels: { ...spec.Labels, ...labels } }));

  return {
    list,
    /** Lists the main service of each tenant. */
    async listMain(): Promise<TenantService[]> {
      const byTenant = Map.groupBy(await list(), ({ tenant }) => tenant);
      return [...byTenant.values()].flatMap((services) => sortOut(services).main ?? []);
    },
    find: async (id: string): Promise<ServicesOfTenant> => sortOut(await ofTenant(id)),
    /** Whether the swarm is to have a task of the service. */
    isAwake: async (id: string): Promise<boolean> => {
      const found = await ifKnown(docker.getService(id).inspect());
      return found !== undefined && parsed(found).isAwake;
    },
    findAside: async (name: string): Promise<TenantService[]> =>
      (await list({ [LABEL.role]: 'aside' })).filter(({ aside }) => aside === name),
    /** A name that none of the tenant's services has had, as far as they are kept. */
    async nextName(id: string): Promise<{ name: string; generation: number }> {
      const generation = Math.max(0, ...(await ofTenant(id)).map((one) => one.generation)) + 1;
      return { name: `ostatok-${installation}-${id}-${generation}`, generation };
    },
    create: async (options: ServiceSpec): Promise<string> => (await docker.createService(options)).id,
    /** Starts the service anew, for something else than before. */
    renew: (id: string, { Name: _, Labels, ...wanted }: ServiceSpec): Promise<void> =>
      change(id, ({ Name, Labels: before, TaskTemplate }) => {
        const ForceUpdate = (TaskTemplate?.ForceUpdate ?? 0) + 1;
        const { [LABEL.generation]: generation = '0' } = before ?? {};
        return {
          ...wanted,
          Name,
          Labels: { ...Labels, [LABEL.generation]: generation },
          TaskTemplate: { ...wanted.TaskTemplate, ForceUpdate } as ServiceSpec['TaskTemplate'],
        };
      }),
    /** Ends the service's task; the service is kept. */
    putToSleep: (id: string): Promise<void> =>
      change(id, (spec) => ({ ...spec, Mode: { Replicated: { Replicas: 0 } } })),
    /** Labels are the service's alone: its task goes on. */
    becomeMain: (id: string): Promise<void> => relabel(id, { [LABEL.role]: 'main' }),
    setAside: (id: string, name: string): Promise<void> => relabel(id, { [LABEL.role]: 'aside', [LABEL.aside]: name }),
    remove: (id: string): Promise<void> => unlessSo(docker.getService(id).remove()),
  };
}
export type Services = ReturnType<typeof createServices>;
