import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { startTestPlatform } from '../support/platform/platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import type { Row } from './row.ts';

const LIMIT = 95;
const PATHS = ['/', '/faq'];
const CATEGORIES = { performance: 'скорость', accessibility: 'доступность', 'best-practices': 'приёмы', seo: 'поиск' };
const presets = { телефон: undefined, компьютер: desktopConfig };

/** Lighthouse's own presets over the served platform: a slow phone on slow 4G, then a desktop. */
export async function bench(): Promise<Row[]> {
  const port = await ownPort();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  const platform = await startTestPlatform();
  const rows: Row[] = [];
  try {
    for (const path of PATHS) {
      for (const [preset, config] of Object.entries(presets)) {
        const measured = await lighthouse(platform.url + path, { port, logLevel: 'error' }, config);
        for (const [id, what] of Object.entries(CATEGORIES)) {
          const value = Math.round((measured?.lhr.categories[id]?.score ?? 0) * 100);
          rows.push({
            name: `Lighthouse ${path}, ${preset}: ${what}`,
            value,
            unit: '',
            limit: LIMIT,
            ok: value >= LIMIT,
          });
        }
      }
    }
  } finally {
    await browser.close();
    await platform.stop();
  }
  return rows;
}
