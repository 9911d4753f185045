import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import type { Phone, PhoneOptions } from './phone.ts';

declare const openPhone: (options: PhoneOptions) => Promise<Phone>;

/** The phone's code built as for the pages, served at an address of the tenant that needs no network. */
const bundle = build({
  entryPoints: [join(import.meta.dirname, 'phone.ts')],
  bundle: true,
  format: 'iife',
  target: 'es2022',
  write: false,
});

/** A page whose `phone` is the scanner's database and queue. */
export async function switchOn(context: BrowserContext, url: string, options: PhoneOptions): Promise<Page> {
  const script = (await bundle).outputFiles[0]?.text ?? '';
  const page = await context.newPage();
  const body = `<!doctype html><meta charset="utf-8"><script>${script}</script>`;
  await page.route(`${url}/phone`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${url}/phone`);
  await page.evaluate(async (given) => {
    Object.assign(globalThis, { phone: await openPhone(given) });
  }, options);
  return page;
}
