import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execute } from '@oclif/core';
import { whyOf } from './errors/error-mapping.ts';

// Ink's colours know only FORCE_COLOR, and Node warns when both are set
if (process.env.NO_COLOR) {
  process.env.FORCE_COLOR = '0';
  delete process.env.NO_COLOR;
}

const root = join(import.meta.dirname, '..');
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether the bundle is newer than the sources: they may be being edited. */
function isBuildFresh(): boolean {
  const built = changedAt(join(root, 'oclif.manifest.json'));
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  return built > 0 && sources.every((name) => changedAt(join(import.meta.dirname, name)) <= built);
}
const isBuilt = isBuildFresh();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isBuilt || !specifier.includes('/views/')) return nextResolve(specifier, context);
    const bundle = join(root, 'dist', `${parse(specifier).name}.js`);
    return nextResolve(existsSync(bundle) ? pathToFileURL(bundle).href : specifier, context);
  },
  // Node strips types but does not support JSX: views without a bundle are compiled by esbuild as they are loaded.
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const { transformSync } = process.getBuiltinModule('node:module').createRequire(import.meta.url)('esbuild');
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      target: 'node24',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

// registered before oclif's own listener, which throws
for (const stream of [process.stdout, process.stderr]) {
  stream.prependListener('error', ({ code }: NodeJS.ErrnoException) => {
    // the reader has closed the pipe, as `head` does: that is no failure
    if (code === 'EPIPE') process.exit();
    if (stream === process.stdout) process.stderr.write(`Вывод не записан: ${whyOf(code)}\n`);
    process.exit(1);
  });
}

await execute({ dir: import.meta.url, loadOptions: { root, ignoreManifest: !isBuilt } });
