import { type FileHandle, open } from 'node:fs/promises';
import { logLevels } from '@ostatok/api/contract/logs.ts';

/** A log on the disk. */
export interface LogSource {
  /** The tenant whose log it is; undefined for the platform's. */
  tenant?: string;
  /** Its files, the oldest first. */
  files: string[];
}

/** One entry of a log: a line of JSON, or everything else that a process wrote between two such lines. */
export interface RawEntry {
  at: number;
  level: number;
  line: string;
  isPlain: boolean;
}

/** A longer line is cut: no entry is worth more, and a process may write without end. */
const LONGEST_LINE = 16_000;
const CHUNK_BYTES = 64 * 1024;
/** How pino begins every line. */
const START = /^\{"level":(\d{1,3}),"time":(\d{1,15}),/;
/** What Node itself writes is its report of a failure. */
const PLAIN_LEVEL = logLevels.error;

interface Part {
  handle: FileHandle;
  bytes: number;
  modifiedMs: number;
}

/** Opens the files that exist, as long as they are at this moment. A file that was renamed meanwhile is opened once. */
async function openParts(files: string[]): Promise<Part[]> {
  const parts: Part[] = [];
  const seen = new Set<number>();
  for (const path of files.toReversed()) {
    const handle = await open(path).catch(() => undefined);
    if (!handle) continue;
    const { ino, size, mtimeMs } = await handle.stat();
    if (seen.has(ino)) await handle.close();
    else parts.unshift({ handle, bytes: size, modifiedMs: Math.round(mtimeMs) });
    seen.add(ino);
  }
  return parts;
}

/** Yields the lines of one file in small steps, so that the process answers others meanwhile. */
async function* linesOf({ handle, bytes }: Part): AsyncGenerator<string> {
  if (bytes === 0) return;
  let rest = '';
  const stream = handle.createReadStream({ encoding: 'utf8', end: bytes - 1, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads the entries of a log, the oldest first. `onBytes` is told the size of each file before it is read. */
export async function* readEntries(source: LogSource, onBytes: (bytes: number) => void): AsyncGenerator<RawEntry> {
  const parts = await openParts(source.files);
  let plain: RawEntry | undefined;
  let at: number | undefined;
  try {
    for (const part of parts) {
      onBytes(part.bytes);
      for await (const line of linesOf(part)) {
        const [, level, time] = START.exec(line) ?? [];
        if (time !== undefined) {
          if (plain) yield plain;
          plain = undefined;
          at = Number(time);
          yield { at, level: Number(level), line: line.slice(0, LONGEST_LINE), isPlain: false };
        } else if (plain) plain.line = `${plain.line}\n${line}`.slice(0, LONGEST_LINE);
        // what was written before any line with a time was written no later than the file
        else if (line !== '') {
          plain = { at: at ?? part.modifiedMs, level: PLAIN_LEVEL, line: line.slice(0, LONGEST_LINE), isPlain: true };
        }
      }
    }
    if (plain) yield plain;
  } finally {
    for (const { handle } of parts) await handle.close().catch(() => undefined);
  }
}

/** When the log was last written; 0 if it does not exist. */
export async function modifiedAt({ files }: LogSource): Promise<number> {
  const parts = await openParts(files);
  for (const { handle } of parts) await handle.close();
  return Math.max(0, ...parts.map(({ modifiedMs }) => modifiedMs));
}
