import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node strips types but does not support JSX: esbuild compiles the Ink views as they are loaded. */
export function loadTsx(): void {
  const require = createRequire(import.meta.url);
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith('.tsx')) return nextLoad(url, context);
      const { code } = require('esbuild').transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
        loader: 'tsx',
        jsx: 'automatic',
        target: 'node24',
      });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
