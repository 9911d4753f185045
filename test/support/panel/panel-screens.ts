import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { places } from '../../../tenant-runtime/panel/app/places.ts';

const app = join(import.meta.dirname, '../../../tenant-runtime/panel/app/App.tsx');

/** The paths of the panel's pages in the form of its router: `''`, `counts`, `counts/:id`. */
export function panelScreens(): string[] {
  const routed = [...readFileSync(app, 'utf8').matchAll(/<Route path="([^"*]+)" /g)].map(([, path = '']) => path);
  if (routed.length === 0) throw new Error("the panel's router is read wrongly");
  return [...places.map(({ to }) => to.slice(1)), ...routed];
}
