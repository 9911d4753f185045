import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const dist = join(import.meta.dirname, 'dist');
const views = join(import.meta.dirname, 'src/views');
const manifest = join(import.meta.dirname, 'oclif.manifest.json');

/**
 * Bundles the terminal views and questions into `dist` with all their dependencies: Ink alone is 560 files. Then writes
 * the list of commands, `oclif.manifest.json`. The manifest is deleted first and written last, and while it is missing
 * the sources are used.
 */
rmSync(manifest, { force: true });
rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [...globSync(join(views, 'show-*.tsx')), join(views, 'questions.ts')],
  outdir: dist,
  bundle: true,
  splitting: true,
  // Ink loads it only when DEV is set
  external: ['react-devtools-core'],
  platform: 'node',
  format: 'esm',
  target: 'node24',
  jsx: 'automatic',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});
execFileSync(process.execPath, ['node_modules/oclif/bin/run.js', 'manifest', 'cli'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
