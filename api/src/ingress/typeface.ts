import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const files = { cyrillic: 'U+0301,U+0400-045F,U+2116', latin: 'U+0000-00FF,U+2000-206F,U+2212' };

function read(): string {
  const faces = Object.entries(files).map(([set, range]) => {
    const name = `@fontsource-variable/manrope/files/manrope-${set}-wght-normal.woff2`;
    const font = readFileSync(fileURLToPath(import.meta.resolve(name))).toString('base64');
    const source = `url(data:font/woff2;base64,${font}) format('woff2')`;
    return `@font-face{font-family:Manrope;font-weight:200 800;unicode-range:${range};src:${source}}`;
  });
  return faces.join('');
}

let faces: string | undefined;

/** Returns the typeface as inline CSS: no tenant may be up to serve a file, and the site is another origin. */
export function typeface(): string {
  try {
    faces ??= read();
  } catch {
    // without it the page uses a system font
    faces = '';
  }
  return faces;
}
