/** What a host needs to know to run a venue; `env` is all the process will ever see of its surroundings. */
export interface TenantSpec {
  id: string;
  /** Small and unique; makes its unprivileged user where the host gives it one. */
  number: number;
  env: Record<string, string>;
}

export type HostedState = 'running' | 'exited' | 'not_found';

export interface Hosted {
  id: string;
  state: HostedState;
  endpoint: string | null;
  startedAt: Date | null;
  /** How often it ended unasked since it was last asked to start. */
  crashes: number;
}

/** The seam: where venues run. Every call may be repeated. */
export interface Host {
  /** Resolves when the venue listens; the present endpoint when it already runs. Throws when it does not come up. */
  start(spec: TenantSpec): Promise<{ endpoint: string }>;
  /** Gracefully: what is under way is finished first. */
  stop(id: string): Promise<void>;
  restart(spec: TenantSpec): Promise<{ endpoint: string }>;
  state(id: string): Promise<HostedState>;
  list(): Promise<Hosted[]>;
  /** The last lines it wrote, oldest first. */
  logs(id: string, lines: number): Promise<string[]>;
  /** Removes what the host keeps for it: logs, folders. */
  forget(id: string): Promise<void>;
  /** Stops everything this host started. */
  close(): Promise<void>;
}

/** A venue moved or went away without being asked: crashed (null) or came back elsewhere. */
export type OnMoved = (id: string, endpoint: string | null) => void;
