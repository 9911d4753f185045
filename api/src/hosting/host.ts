import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Load } from './process-load.ts';

/** The limits of everything that one instance of a tenant runs. */
export interface TenantLimits {
  memoryMb: number;
  /** The number of processes and threads. */
  tasks: number;
  /** Of one core. */
  cpuPercent: number;
}

/** Those that a control group keeps. */
export type GroupLimits = Pick<TenantLimits, 'memoryMb' | 'tasks'>;

/** The data for running a tenant. */
export interface TenantSpec {
  id: string;
  /** A small unique number, from which the tenant's unprivileged user is derived where the host gives it one. */
  number: number;
  /** Where it is to run, for a platform that has several hosts. */
  hosting: Hosting;
  /** The name of the release to run, which is here. */
  release: string;
  /** The whole environment of its process, which whoever runs as the same user can read. */
  env: Record<string, string>;
  /** Variables that the tenant gets in a way that nobody else can read. */
  secrets: Record<string, string>;
  /** A host that can't keep a limit runs the tenant without it. */
  limits: TenantLimits;
}

/**
 * `starting`: not yet listening; `crashed`: it waits for its restart or has not come back; `exited`: it has ended by
 * itself, in order; `asleep`: it was stopped and is kept here; `not_found`: unknown here.
 */
export type HostedState = 'running' | 'starting' | 'crashed' | 'exited' | 'asleep' | 'not_found';

/** Whether the host has a process of the tenant's, or is about to start one again. */
export const hasProcess = (state: HostedState): boolean => ['running', 'starting', 'crashed'].includes(state);

export interface Hosted {
  id: string;
  state: HostedState;
  endpoint: string | null;
  startedAt: Date | null;
  /** How often the tenant has crashed since it was last asked to start. */
  crashes: number;
  /** One of those crashes was for lack of memory. */
  outOfMemory?: boolean;
}

/** A release that tenants are started from. */
export interface HostImage {
  id: string;
  repository: string;
  tag: string;
  /** In bytes. */
  size: number;
  createdAt: Date;
  /** The names of the migrations that it brings a tenant's database to, where the release says so. */
  migrations?: string[] | undefined;
}

/** The interface to where tenants run. Every call may be repeated. */
export interface Host {
  /** Resolves with the endpoint when the tenant listens or already runs. Throws when it does not come up. */
  start(spec: TenantSpec): Promise<{ endpoint: string }>;
  /** Stops gracefully: work under way is finished first. */
  stop(id: string): Promise<void>;
  /**
   * Starts another instance beside the one that runs; both exist until `switchOver` or `dropBeside`. Throws when it does
   * not come up; then nothing of it is left.
   */
  startBeside(spec: TenantSpec): Promise<{ endpoint: string }>;
  /** Stops the first instance gracefully; the one beside takes its place. Throws when there is none that listens. */
  switchOver(id: string): Promise<{ endpoint: string }>;
  /** Ends the instance beside, if there is one. */
  dropBeside(id: string): Promise<void>;
  restart(spec: TenantSpec): Promise<{ endpoint: string }>;
  state(id: string): Promise<HostedState>;
  /**
   * Returns the release that the tenant runs here, which another one may have begun; absent where tenants end with the
   * platform, so that a switch that was cut off leaves none.
   */
  runningRelease?(id: string): Promise<string | undefined>;
  /** Lists only tenants with this installation's label: others on a shared host are left out. */
  list(): Promise<Hosted[]>;
  /** Lists tenants with this installation's label that have folders or volumes here, running or not. */
  kept(): Promise<string[]>;
  /** Returns the bytes that the host keeps for a tenant. */
  diskUse(id: string): Promise<number>;
  /** Stops the tenant and moves its files aside under that name, from which nothing starts. */
  setAside(id: string, name: string): Promise<void>;
  /** Lists the names under which files of tenants lie aside at this machine. */
  aside(): Promise<string[]>;
  /** Moves the files back that `setAside` has moved. */
  putBack(id: string, name: string): Promise<void>;
  /** Deletes what was set aside for good. */
  dropAside(name: string): Promise<void>;
  /** Returns the name of the release that this platform brings, and keeps it here for as long as it may be needed. */
  presentRelease(): Promise<string>;
  /** Whether tenants can be started from the release here. */
  hasRelease(release: string): boolean;
  images(): Promise<HostImage[]>;
  /**
   * Builds what tenants run from anew, of the release that this platform brings; `pull` asks a registry for a newer base.
   * Resolves with the release; throws with the engine's last words.
   */
  buildImage(how: { pull: boolean }): Promise<string>;
  /** Absent where the host can't remove images. */
  removeImage?(id: string): Promise<void>;
  /** Returns each running tenant's use of processor and memory, now or since the last call; absent if unknown. */
  load?(since: 'now' | 'sinceLast'): Promise<Load[]>;
  /** Lists tenants whose container is kept but does not run; absent where nothing is kept that could run. */
  stopped?(): Promise<string[]>;
  /** Counts what the host keeps for this installation; absent where there are processes and folders alone. */
  counts?(): Promise<{ containers: number; networks: number; volumes: number }>;
  /** Returns the last lines of the tenant's log, oldest first. */
  logs(id: string, lines: number): Promise<string[]>;
  /** The files of the tenant's log, the oldest first; absent where the host keeps logs elsewhere. */
  logFiles?(id: string): string[];
  /** Removes the logs and folders that the host keeps for the tenant. */
  forget(id: string): Promise<void>;
  /**
   * The tenant runs elsewhere from now on: stops it and removes what could run it here, but not its log. Absent where
   * nothing is kept that could run.
   */
  leave?(id: string): Promise<void>;
  /**
   * The platform goes. Tenants that can live without it stay as they are; those that are its own processes are stopped.
   */
  detach(): Promise<void>;
}

/**
 * Is called when a tenant's endpoint changes unasked: it crashed (null), did not come back (null and the reason), or
 * came back elsewhere.
 */
export type OnMoved = (id: string, endpoint: string | null, failure?: unknown) => void;

export interface HostEvents {
  onMoved: OnMoved;
  /**
   * Starts a crashed tenant again when its wait is over, where it still may run and nobody has started it elsewhere;
   * absent where this host is alone. Resolves with the endpoint, or with null where the tenant may not run.
   */
  restart?: ((id: string) => Promise<string | null>) | undefined;
}
