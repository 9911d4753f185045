import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const file = join(import.meta.dirname, '../../../compose.yaml');
const LIMIT_MS = 4 * 60_000;

/** Returns the command `docker-compose` for the installation of compose.yaml on that engine; it returns what is printed. */
export function composeOn(address: string, settings: Record<string, string>) {
  const env = { ...process.env, DOCKER_HOST: address, COMPOSE_PROJECT_NAME: 'ostatok', ...settings };
  return async (...words: string[]): Promise<string> => {
    const { stdout } = await run('docker-compose', ['-f', file, ...words], { env, timeout: LIMIT_MS });
    return stdout;
  };
}
