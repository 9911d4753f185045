import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Owner } from './system-users.ts';

/** A network of this machine: its address there, and all the network's addresses, like 172.18.0.0/16. */
export interface ServedNetwork {
  gateway: string;
  subnet: string;
}

/** The location and the user of a kept server; without an owner it runs as the current user. */
export interface ServerPlace {
  folder: string;
  dataDir: string;
  logFile: string;
  postgres: string;
  owner: Owner | undefined;
  /** A network besides this machine's own whose addresses are let in. */
  network?: ServedNetwork | undefined;
}

/** Operations on a server that only its owner or root may do. */
export interface ServerHands {
  /** Returns the pid of the process that may become the server. */
  launch(port: number): Promise<number | undefined>;
  /** "Fast" shutdown: sessions are ended, everything is written. */
  interrupt(pid: number): Promise<void>;
}

/** Reads the file in which a running server writes its pid (first line) and its port (fourth line). */
export async function readPidFile(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port } : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process is a PostgreSQL; true where the system cannot tell. A pid file survives a reboot, its process
 * does not.
 */
export async function looksLikePostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
}

/** Flags for files that root opens in another user's folder: a link planted there is not followed. */
export const NO_LINK = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

const MB = 2 ** 20;
/** PostgreSQL's own memory for pages: an eighth of the machine's, within what helps and what it starts with anyway. */
export const sharedBuffers = (): string => `${Math.min(512, Math.max(128, Math.floor(totalmem() / 8 / MB)))}MB`;

/** Starts the server in a session of its own: a terminal's Ctrl-C must not reach it before its clients finish. */
export async function launchServer(place: ServerPlace, port: number): Promise<ChildProcess> {
  const log = await open(place.logFile, NO_LINK | constants.O_APPEND, 0o600);
  const settings = {
    listen_addresses: ['127.0.0.1', place.network?.gateway].filter(Boolean).join(),
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: sharedBuffers(),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(place.postgres, ['-D', place.dataDir, '-p', String(port), ...flags], {
    ...place.owner,
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { LC_MESSAGES: 'C', TZ: 'UTC' },
  });
  server.on('error', () => undefined);
  server.unref();
  await log.close();
  return server;
}
