import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the embedded defaults, created on first use. Others may traverse it to reach folders of their own. */
export function openDataDir(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  return realpathSync(path);
}

/** Reads a secret of this installation, or creates it on first use; only the platform's user can read it. */
export function ensureSecret(home: string, name: string): string {
  const folder = join(home, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(32).toString('base64url');
  // the file is complete or absent, even when the machine dies half-way
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}
