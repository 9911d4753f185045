import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux identifies the machine's present boot; on other systems no journal is trusted. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function bootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Records whose last bytes were written, in a file for each sender. The process itself writes a line just before the
 * bytes, in the same turn of the event loop. Lines survive a killed process, since they are in the kernel's buffers.
 * Unlike a database statement, they give no other process a chance to run in between. They need not survive the
 * machine: after a reboot the file is not trusted.
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
        /** Throws when the line can't be written, as on a full disk. */
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

    /** Returns the letters whose end a dead sender has written; undefined when that is unknown. */
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
