import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Engine } from '../containers/engine.ts';
import { createLogFile, type LogFile, tailLog } from '../log-file.ts';
import { foldersOf } from '../tenant-paths.ts';

const READ_LIMIT_MS = 5000;
const MOST_LINES = 2000;
/** Each piece of a log follows a header of so many bytes, whose last four are its length. */
const HEADER_BYTES = 8;

function withoutHeaders(framed: Buffer): string {
  const pieces: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= framed.length; ) {
    const length = framed.readUInt32BE(at + 4);
    pieces.push(framed.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length));
    at += HEADER_BYTES + length;
  }
  return Buffer.concat(pieces).toString();
}

/**
 * Reads what services say from the machines that they run on, when somebody asks for it. What ends is written to a file
 * of this machine first: the swarm throws it away with the task.
 */
export function createServiceLogs({ docker }: Engine, home: string) {
  const files = new Map<string, LogFile>();

  function fileOf(tenant: string): LogFile {
    const path = foldersOf(home, tenant).log;
    const present = files.get(tenant);
    if (present) return present;
    mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
    const file = createLogFile(path);
    files.set(tenant, file);
    return file;
  }

  /** Returns what was said since the file was written; nothing where its machine does not answer. */
  async function unwritten(tenant: string, service: string, lines: number): Promise<string> {
    const { mtimeMs = 0 } = statSync(foldersOf(home, tenant).log, { throwIfNoEntry: false }) ?? {};
    const options = { stdout: true, stderr: true, tail: lines, since: (mtimeMs / 1000).toFixed(3) };
    const abortSignal = AbortSignal.timeout(READ_LIMIT_MS);
    // without `follow` the client gives all of it at once
    const read = docker.getService(service).logs({ ...options, abortSignal } as object) as Promise<unknown>;
    return read.then(
      (framed) => withoutHeaders(framed as Buffer),
      () => '',
    );
  }

  return {
    /** Writes what the service has said to the tenant's file. */
    async keep(tenant: string, service: string): Promise<void> {
      const text = await unwritten(tenant, service, MOST_LINES);
      if (text) fileOf(tenant).write(text);
    },
    async tail(tenant: string, service: string | undefined, lines: number): Promise<string[]> {
      const written = await tailLog(foldersOf(home, tenant).log, lines);
      const rest = service ? await unwritten(tenant, service, lines) : '';
      return [...written, ...rest.split('\n').filter(Boolean)].slice(-lines);
    },
    close(tenant: string): void {
      files.get(tenant)?.close();
      files.delete(tenant);
    },
  };
}
export type ServiceLogs = ReturnType<typeof createServiceLogs>;
