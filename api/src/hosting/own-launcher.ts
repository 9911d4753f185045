import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findTools } from './confinement.ts';
import { createLauncher, type Launcher, type Runtime } from './launcher.ts';
import { uidBaseOf } from './users.ts';

/** Returns the runtime of tenants in this checkout. */
export function tenantRuntimeOf(root: string): Runtime {
  const folder = join(root, 'tenant-runtime/dist');
  return { bundle: join(folder, 'main.mjs'), readable: [folder, join(root, 'node_modules')] };
}

/** The launcher inside the platform's own process, for an ordinary user, or for root in tests. */
export function ownLauncher(home: string, root: string): Launcher {
  const folder = realpathSync(home);
  return createLauncher({
    home: folder,
    runtime: tenantRuntimeOf(root),
    uidBase: uidBaseOf(folder),
    service: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    tools: findTools(),
  });
}
