import type { Load } from './process-load.ts';

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
  /** One of those ends was for its memory. */
  outOfMemory?: boolean;
}

/** A release that venues are started from. */
export interface HostImage {
  id: string;
  repository: string;
  tag: string;
  /** Bytes. */
  size: number;
  createdAt: Date;
  /** Something runs from it, or the next venue will. */
  inUse: boolean;
}

/** The seam: where venues run. Every call may be repeated. */
export interface Host {
  /** Resolves when the venue listens; the present endpoint when it already runs. Throws when it does not come up. */
  start(spec: TenantSpec): Promise<{ endpoint: string }>;
  /** Gracefully: what is under way is finished first. */
  stop(id: string): Promise<void>;
  restart(spec: TenantSpec): Promise<{ endpoint: string }>;
  state(id: string): Promise<HostedState>;
  /** Only what carries this installation's label: a host that others use too never tells of theirs. */
  list(): Promise<Hosted[]>;
  /** Venues that it keeps something for, running or not: folders, volumes. Under the same label. */
  kept(): Promise<string[]>;
  /** Bytes that it keeps for one. */
  diskUse(id: string): Promise<number>;
  /** Stops it and moves what is kept for it aside under that name, where nothing starts from it. */
  setAside(id: string, name: string): Promise<void>;
  /** What `setAside` moved is where it was; what has no surroundings of its own any more is not started. */
  putBack(id: string, name: string): Promise<void>;
  /** For good. */
  dropAside(name: string): Promise<void>;
  images(): Promise<HostImage[]>;
  /** Absent: this host cannot. */
  removeImage?(id: string): Promise<void>;
  /** What each that runs takes of the processor and of memory, now or since it was asked last; absent: this host cannot tell. */
  load?(since: 'now' | 'sinceLast'): Promise<Load[]>;
  /** The last lines it wrote, oldest first. */
  logs(id: string, lines: number): Promise<string[]>;
  /** Removes what the host keeps for it: logs, folders. */
  forget(id: string): Promise<void>;
  /** Stops everything this host started. */
  close(): Promise<void>;
}

/** A venue moved or went away without being asked: crashed (null), did not come back (null, and why) or came back elsewhere. */
export type OnMoved = (id: string, endpoint: string | null, failure?: unknown) => void;
