import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux tells which start of the machine this is; elsewhere no journal is believed. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function bootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Which letters' last bytes were written, a file for each sender. Its lines are written by the process itself, in the
 * same turn and just before the bytes: they survive a killed process, being in the kernel's hands, and they wake
 * nobody who would take the processor away in between, as a statement to the database does. They need not survive the
 * machine: after a start of it the file is not believed.
 */
export function createDeliveryJournals(folder: string | undefined) {
  const boot = bootId();
  const fileOf = (sender: number): string => join(folder ?? '', `sender-${sender}.handed`);

  return {
    open(sender: number) {
      if (!folder || !boot) return { note: () => undefined, close: () => undefined };
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = openSync(fileOf(sender), 'w', 0o600);
      writeSync(file, `${boot}\n`);
      return {
        /** Throws where it could not be written, as on a full disk. */
        note(id: string): void {
          // a line before it may have been cut short
          const line = `\n${id}\n`;
          if (writeSync(file, line) < line.length) throw new Error('ENOSPC: the journal was written in part');
        },
        close(): void {
          closeSync(file);
          rmSync(fileOf(sender), { force: true });
        },
      };
    },

    /** The letters a dead sender wrote the end of; undefined: nobody can tell. */
    async read(sender: number): Promise<Set<string> | undefined> {
      if (!folder || !boot) return undefined;
      const text = await readFile(fileOf(sender), 'utf8').catch(() => '');
      const [of, ...ids] = text.split('\n');
      return of === boot ? new Set(ids) : undefined;
    },

    forget(sender: number): void {
      if (folder) rmSync(fileOf(sender), { force: true });
    },
  };
}
export type DeliveryJournals = ReturnType<typeof createDeliveryJournals>;
export type DeliveryJournal = ReturnType<DeliveryJournals['open']>;
