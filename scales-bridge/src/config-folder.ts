import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = Record<string, string | undefined>;

/** The folder in which the system keeps a user's program settings; OSTATOK_CONFIG_DIR overrides it. */
export function configFolder(env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): string {
  if (env.OSTATOK_CONFIG_DIR) return env.OSTATOK_CONFIG_DIR;
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'ostatok', 'Config');
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'ostatok');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'ostatok');
}
