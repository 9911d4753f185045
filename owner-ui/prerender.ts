import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Manifest, type Plugin, type ResolvedConfig } from 'vite';
import { headOf, robots, shellHead, sitemapOf } from './prerender-head.ts';
import { siteTokens } from './site-tokens.ts';
import type { PrerenderedPage } from './src/app/prerender.tsx';

/** The server reads these by itself and puts its own address in; a folder with a dot is never served as it is. */
const FOLDER = '.pages';
const PRELOADED_FONTS = /^manrope-(cyrillic|latin)-wght-normal-.*\.woff2$/;

/** Runs the pages' own code outside the browser. */
async function renderPages({ root, mode }: ResolvedConfig): Promise<PrerenderedPage[]> {
  const parent = resolve(root, '../node_modules/.ostatok');
  await mkdir(parent, { recursive: true });
  const outDir = await mkdtemp(join(parent, 'prerender-'));
  try {
    await build({
      root,
      mode,
      configFile: false,
      logLevel: 'error',
      plugins: [react(), siteTokens()],
      build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: false, target: 'node20', copyPublicDir: false },
    });
    const [entry] = (await readdir(outDir)).filter((name) => /^prerender\.m?js$/.test(name));
    return await (await import(pathToFileURL(join(outDir, entry ?? '')).href)).renderPages();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The page's chunk and all that it stands on, with their styles; without what every page has already. */
function filesOf(manifest: Manifest, source: string): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key) || manifest[key]?.isEntry) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  visit(source);
  const chunks = [...seen].flatMap((key) => manifest[key] ?? []);
  return { scripts: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css }) => css ?? []) };
}

const nameOf = (path: string): string => (path === '/' ? 'index' : path.slice(1));

/** A Vite plugin: after the build, the public pages as HTML beside the shell that all other addresses open. */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const dist = resolve(config.root, config.build.outDir);
        const template = await readFile(join(dist, 'index.html'), 'utf8');
        const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
        const fonts = (await readdir(join(dist, 'assets'))).filter((name) => PRELOADED_FONTS.test(name));
        const pages = await renderPages(config);
        await mkdir(join(dist, FOLDER), { recursive: true });
        for (const page of pages) {
          const html = template
            .replace(/<title>.*?<\/title>/s, () => headOf(page, filesOf(manifest, page.source), fonts))
            .replace(/<noscript>.*?<\/noscript>/s, '')
            .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
          await writeFile(join(dist, FOLDER, `${nameOf(page.path)}.html`), html);
        }
        await writeFile(join(dist, FOLDER, 'robots.txt'), robots);
        await writeFile(join(dist, FOLDER, 'sitemap.xml'), sitemapOf(pages.map(({ path }) => path)));
        await writeFile(join(dist, 'index.html'), template.replace('</title>', `</title>${shellHead}`));
        await rm(join(dist, '.vite'), { recursive: true });
      },
    },
  };
}
