import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Page } from 'playwright-core';
import { browserTest, untilAnswered } from '../support/browser/browser.ts';
import { answerCalls, serveOwnerPages } from '../support/owner-pages/owner-pages.ts';
import { root } from '../support/platform/platform.ts';

/** React reports mismatches only in its development build, so that one is built here. */
let dist: string;
let pages: Awaited<ReturnType<typeof serveOwnerPages>>;

async function buildForDevelopment(outDir: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--mode', 'development', '--config', 'owner-ui/vite.config.ts', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'development' };
  const build = spawn(process.execPath, [vite, ...args, '--outDir', outDir, '--emptyOutDir', '--minify', 'false'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the development build ended with ${code}`);
}

test.before(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ostatok-owner-ui-'));
  await buildForDevelopment(dist);
  pages = await serveOwnerPages(dist);
});
test.after.always(async () => {
  await pages?.stop();
  if (dist) await rm(dist, { recursive: true, force: true });
});

const PATHS = ['/', '/faq', '/terms', '/privacy', '/company-info'];

function signIn(): void {
  localStorage.setItem('token', 'x.e30.x');
  localStorage.setItem('refreshToken', 'y');
  localStorage.setItem('user', JSON.stringify({ id: 7, email: 'anna@bar.example', name: 'Анна', role: 'customer' }));
}

/** The console's messages during the hydration of each page. */
async function saidOf(page: Page): Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && said.push(message.text()));
  await answerCalls(page, {
    'GET /public/plans': [200, { success: true, plans: [], free: null }],
    'GET /public/stats': [200, { success: true, stats: { clientCount: 10, productCount: 100_000 } }],
  });
  for (const path of PATHS) {
    await page.goto(pages.url + path);
    // React marks the nodes that it has hydrated
    await page.waitForFunction(() => {
      const drawn = document.querySelector('#root header');
      return drawn !== null && Object.keys(drawn).some((key) => key.startsWith('__reactFiber'));
    });
    await untilAnswered(page);
  }
  return said;
}

browserTest('a guest takes over every drawn page as it stands, without a word in the console', async (t, { page }) => {
  t.deepEqual(await saidOf(page), []);
});

browserTest(
  'so does somebody signed in, in the dark, on a phone, asked about cookies',
  async (t, { page }) => {
    await page.addInitScript(signIn);
    t.deepEqual(await saidOf(page), []);
    await page.getByRole('link', { name: 'Мои заведения', includeHidden: true }).waitFor({ state: 'attached' });
  },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 }, askAboutCookies: true },
);
