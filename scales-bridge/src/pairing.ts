import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The tenant with which this computer is paired. */
export interface Pairing {
  venueUrl: string;
  venueName: string;
  bridgeName: string;
  token: string;
}

const fileIn = (folder: string): string => join(folder, 'scales-bridge.json');

export async function readPairing(folder: string): Promise<Pairing | undefined> {
  try {
    const kept = JSON.parse(await readFile(fileIn(folder), 'utf8')) as Partial<Pairing>;
    return kept.venueUrl && kept.token ? (kept as Pairing) : undefined;
  } catch {
    return undefined;
  }
}

/** Only its owner may read the file; it is written atomically. */
export async function writePairing(folder: string, pairing: Pairing): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileIn(folder);
  await writeFile(`${path}.new`, JSON.stringify(pairing), { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

export const forgetPairing = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/** Each tenant has a file of its own: weights for one never reach another. */
export const outboxPath = (folder: string, venueUrl: string): string =>
  join(folder, `scales-${new URL(venueUrl).host.replace(/[^\w.-]/g, '_')}.jsonl`);
