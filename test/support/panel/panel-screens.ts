import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const app = join(import.meta.dirname, '../../../tenant-runtime/panel/app/App.tsx');

/** The paths of the panel's pages in the form of its router: `''`, `counts`, `counts/:id`. */
export function panelScreens(): string[] {
  const routes = [...readFileSync(app, 'utf8').matchAll(/<Route (?:(index)|path="([^"]+)") /g)];
  const paths = routes.map(([, isIndex, path = '']) => (isIndex ? '' : path)).filter((path) => path !== '*');
  if (paths.length < 5) throw new Error(`the panel's router is read wrongly: ${paths}`);
  return paths;
}
