import type { PrerenderedPage } from './src/app/prerender.tsx';

/** Where the installation is: known to the server alone, which writes it in. */
const ORIGIN = '__ORIGIN__';
const PICTURE = { path: '/og.jpg', width: 1200, height: 630 };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const meta = (key: 'name' | 'property', name: string, content: string | number): string =>
  `<meta ${key}="${name}" content="${escaped(String(content))}">`;

const addressOf = (path: string): string => `${ORIGIN}${path}`;

/** What a prerendered page says of itself, and the files it needs, so that the browser asks for them at once. */
export function headOf(
  { path, title, description }: PrerenderedPage,
  { scripts, styles }: { scripts: string[]; styles: string[] },
  fonts: string[],
): string {
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${addressOf(path)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Остаток'),
    meta('property', 'og:locale', 'ru_RU'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', addressOf(path)),
    meta('property', 'og:image', addressOf(PICTURE.path)),
    meta('property', 'og:image:width', PICTURE.width),
    meta('property', 'og:image:height', PICTURE.height),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...fonts.map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** The shell opens rooms and forms: nothing for a search. */
export const shellHead = `\n    ${meta('name', 'robots', 'noindex')}`;

export const robots = `User-agent: *
Disallow: /api/
Disallow: /admin
Allow: /

Sitemap: ${addressOf('/sitemap.xml')}
`;

export const sitemapOf = (paths: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${addressOf(path)}</loc></url>`).join('\n')}
</urlset>
`;
