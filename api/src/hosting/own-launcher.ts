import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findTools } from './confinement.ts';
import { createLauncher, type Launcher, type Runtime } from './launcher.ts';
import { uidBaseOf } from './users.ts';

/** What venues of this checkout run from. */
export function tenantRuntimeOf(root: string): Runtime {
  const folder = join(root, 'tenant-runtime/dist');
  return { bundle: join(folder, 'main.mjs'), readable: [folder, join(root, 'node_modules')] };
}

/** Venues started by the platform itself: it is an ordinary user, or keeps root for a test's length. */
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
