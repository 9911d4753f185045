import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '@ostatok/kit/node/log.ts';

export const gramsPath = (folder: string): string => join(folder, 'scales-grams.json');

function readKept(path: string): string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function write(path: string, scaleIds: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify([...scaleIds]), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * The scales of which a person has said that they show grams, where they do not say it themselves. `isGiven`: the person
 * says so of every one that this run meets.
 */
export function createGramsAnswers(path: string, isGiven: boolean, log: Logger): (scaleId: string) => boolean {
  const kept = new Set(readKept(path));
  function keep(): void {
    try {
      write(path, kept);
    } catch (error) {
      log.warn({ err: error }, 'the answer about grams holds for this run alone');
    }
  }
  return (scaleId) => {
    if (!kept.has(scaleId) && isGiven) {
      kept.add(scaleId);
      keep();
    }
    return kept.has(scaleId);
  };
}
