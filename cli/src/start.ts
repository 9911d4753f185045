import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { execute } from '@oclif/core';

// Node strips types but does not know JSX: the Ink views go through esbuild as they are loaded.
registerHooks({
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

await execute({ dir: import.meta.url });
