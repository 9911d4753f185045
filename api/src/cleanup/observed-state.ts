import type { Host, Hosted } from '../hosting/host.ts';
import type { Installation, Marked } from '../tenant-removal/installation.service.ts';

/** An ingress that keeps a file per tenant; the built-in one keeps none. It lists only files with our mark. */
export interface AuditedIngress {
  sites?(): Promise<string[]>;
  /** Moves the site's file aside under that name; the address then answers as if it had never existed. */
  setAside?(site: string, name: string): Promise<void>;
  putBack?(site: string, name: string): Promise<void>;
  dropAside?(name: string): Promise<void>;
  /** Makes the files of existing tenants what they should be. */
  sync?(): Promise<void>;
}

export type AuditedHost = Pick<Host, 'list'> & Partial<Pick<Host, 'kept' | 'stopped' | 'diskUse'>>;

/** The real state of things on the database server, on the host and in the ingress. */
export interface ObservedState {
  databases: Map<string, Marked>;
  roles: Map<string, Marked>;
  hosted: Map<string, Hosted>;
  kept: Set<string>;
  /** Tenants whose container is kept but does not run. */
  stopped: Set<string>;
  /** Undefined when the ingress keeps no files. */
  sites: string[] | undefined;
  /** This installation's mark. */
  mark: string;
}

const byName = (all: Marked[]): Map<string, Marked> => new Map(all.map((one) => [one.name, one]));

export function createStateObserver(deps: {
  installation: Pick<Installation, 'mark' | 'databases' | 'roles'>;
  host: AuditedHost;
  ingress: AuditedIngress;
}) {
  const { installation, host, ingress } = deps;
  return async (): Promise<ObservedState> => {
    const [databases, roles, hosted, kept, stopped, sites, mark] = await Promise.all([
      installation.databases(),
      installation.roles(),
      host.list(),
      host.kept?.() ?? [],
      host.stopped?.() ?? [],
      ingress.sites?.(),
      installation.mark(),
    ]);
    return {
      databases: byName(databases),
      roles: byName(roles),
      hosted: new Map(hosted.filter(({ state }) => state !== 'not_found').map((one) => [one.id, one])),
      kept: new Set(kept),
      stopped: new Set(stopped),
      sites,
      mark,
    };
  };
}
export type ObserveState = ReturnType<typeof createStateObserver>;
