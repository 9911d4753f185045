import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const app = join(import.meta.dirname, '../../../tenant-runtime/panel/app');

/** The paths of the panel's pages in the form of its router: `''`, `counts`, `counts/:id`. */
export function panelScreens(): string[] {
  const listed = [...readFileSync(join(app, 'pages.ts'), 'utf8').matchAll(/^ {2}'\/([^']*)': /gm)];
  const routed = [...readFileSync(join(app, 'App.tsx'), 'utf8').matchAll(/<Route path="([^"*]+)" /g)];
  const paths = [...listed, ...routed].map(([, path = '']) => path);
  if (paths.length < 9) throw new Error(`the panel's router is read wrongly: ${paths}`);
  return paths;
}
