import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Container } from 'dockerode';
import { createLogFile, type LogFile } from '../log-file.ts';
import { foldersOf } from '../tenant-paths.ts';

const DRAIN_MS = 1000;

/**
 * Writes what containers say into the tenants' own log files, where it is searched, and stays when a container is made
 * anew. The engine keeps as much of it as is said while no platform listens.
 */
export function createContainerLogs({ home, log }: { home: string; log: Logger }) {
  const files = new Map<string, LogFile>();
  const following = new Map<string, Promise<void>>();

  function fileOf(tenant: string): LogFile {
    const path = foldersOf(home, tenant).log;
    const present = files.get(tenant);
    if (present) return present;
    mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
    const file = createLogFile(path);
    files.set(tenant, file);
    return file;
  }

  /** When the log was last written, in seconds; what was said before is in it. */
  const writtenAt = (tenant: string): number =>
    (statSync(foldersOf(home, tenant).log, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000;

  async function copy(container: Container, tenant: string, since: number): Promise<void> {
    const file = fileOf(tenant);
    const sink = new Writable({
      write(chunk, _encoding, done) {
        file.write(chunk);
        done();
      },
    });
    const stream = await container.logs({ follow: true, stdout: true, stderr: true, since });
    container.modem.demuxStream(stream, sink, sink);
    await finished(stream);
  }

  return {
    /**
     * Follows a container that has been started, from that time on in seconds; without one from where the log ends, unless
     * it is followed already.
     */
    follow(container: Container, tenant: string, startedAt?: number): void {
      const before = following.get(container.id);
      if (before && startedAt === undefined) return;
      const since = startedAt ?? writtenAt(tenant);
      const followed = (async () => {
        // what it has said in its life before comes first
        await before;
        await copy(container, tenant, since);
      })()
        .catch((error) => log.warn({ err: error, tenant }, 'the log of a container is not followed any more'))
        .finally(() => {
          if (following.get(container.id) === followed) following.delete(container.id);
        });
      following.set(container.id, followed);
    },
    /** Resolves when all is written that a container has said that has ended. */
    drained: (container: Container): Promise<unknown> =>
      Promise.race([following.get(container.id), sleep(DRAIN_MS, undefined, { ref: false })]),
    /** Closes the tenant's file, which may be moved or deleted then. */
    close(tenant: string): void {
      files.get(tenant)?.close();
      files.delete(tenant);
    },
  };
}
export type ContainerLogs = ReturnType<typeof createContainerLogs>;
