import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the embedded defaults keep everything; made on first use. Others may pass through to folders of their own. */
export function openDataDir(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  return realpathSync(path);
}

/** A secret of this installation, made when first asked for, readable by nobody else. */
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
  // complete or not there at all, also when the machine dies half-way
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}
