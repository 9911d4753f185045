import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = Record<string, string | undefined>;

/** Where the user's programs keep their settings, as the system wants it; OSTATOK_CONFIG_DIR stands above. */
export function configFolder(env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): string {
  if (env.OSTATOK_CONFIG_DIR) return env.OSTATOK_CONFIG_DIR;
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'ostatok', 'Config');
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'ostatok');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'ostatok');
}
