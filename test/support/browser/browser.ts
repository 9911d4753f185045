import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { installPackages } from '../run/debian-packages.ts';
import { until } from '../run/until.ts';
import { noteToasts } from './toasts.ts';

const INSTALL_LIMIT_MS = 5 * 60_000;
/** Longer than any working step takes, however busy the machine is. */
const PATIENCE_MS = 120_000;

/** Debian's headless shell comes first: it starts in 60 ms, full Chromium in 250. */
function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  return globSync([
    join(cache, 'chromium_headless_shell-*/chrome-*/*headless*shell'),
    join(cache, 'chromium-*/chrome-linux*/chrome'),
  ])[0];
}

const mayInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Test files run in parallel processes: the one that creates the lock folder installs Chromium, the others wait for it.
 */
async function install(): Promise<string | undefined> {
  const lock = join(tmpdir(), 'ostatok-chromium-install');
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  const older = await stat(lock).catch(() => undefined);
  if (older && Date.now() - older.mtimeMs > INSTALL_LIMIT_MS) await rm(lock, { recursive: true, force: true });
  const mine = await mkdir(lock).then(
    () => true,
    () => false,
  );
  if (!mine) {
    while (existsSync(lock) && Date.now() < deadline) await sleep(500);
    return findChromium();
  }
  try {
    await installPackages('chromium-headless-shell', 'fonts-dejavu-core');
  } catch (error) {
    console.error(`Chromium was not installed: ${error instanceof Error ? error.message : error}`);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
  return findChromium();
}

export const executablePath = findChromium() ?? (mayInstall() ? await install() : undefined);

let launched: Promise<Browser> | undefined;

/** The test file's only browser, started by its first test and closed after its last. */
function theBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath,
    // with other locales Chromium saves every file with a Russian name as «download»
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream=fps=5',
      // Chrome on Android has it; on Linux it is an experiment
      '--enable-blink-features=WebBluetooth,WebBluetoothGetDevices',
    ],
  });
  return launched;
}

test.after.always('the browser is closed', async () => {
  await (await launched)?.close();
});

export interface Visit {
  /** A page of a new context: Russian, Moscow time, no stored session. */
  page: Page;
  /** A page of another context, for another user. */
  another: (options?: VisitOptions) => Promise<Page>;
}

/** A new visitor sees the question about cookies over the page, so tests begin with the answer given. */
export interface VisitOptions extends BrowserContextOptions {
  askAboutCookies?: boolean;
}

export const desktop: VisitOptions = { viewport: { width: 1440, height: 900 } };

/** Hides the question without storing an answer: tests check what is stored. */
const answerAboutCookies = (): void => {
  const getItem = Storage.prototype.getItem;
  Storage.prototype.getItem = function read(key) {
    return getItem.call(this, key) ?? (key === 'cookieConsent' ? 'accepted' : null);
  };
};

/**
 * Makes the browser's own picture small and slow: reading each of its frames would take a whole processor from the
 * tests beside. Tests of reading have a camera of their own.
 */
const calmCamera = (): void => {
  const { mediaDevices } = navigator;
  const ask = mediaDevices?.getUserMedia.bind(mediaDevices);
  if (!ask) return;
  mediaDevices.getUserMedia = ({ video, ...others } = {}) =>
    ask({ ...others, video: video && { ...(video as object), width: 160, height: 120, frameRate: 1 } });
};

/** A blinking caret has a focused page drawn sixty times a second for as long as it is open. */
const steadyCaret = (): void => {
  const steady = new CSSStyleSheet();
  steady.replaceSync('* { caret-animation: manual }');
  document.adoptedStyleSheets.push(steady);
};

/** The pending requests of each context, except streams, which never end. */
const unanswered = new WeakMap<BrowserContext, Set<Request>>();

function noteRequests(context: BrowserContext): void {
  const asked = new Set<Request>();
  unanswered.set(context, asked);
  context.on('request', (request) => request.resourceType() !== 'eventsource' && asked.add(request));
  context.on('requestfinished', (request) => asked.delete(request));
  context.on('requestfailed', (request) => asked.delete(request));
}

/** Waits until the page has all its responses and sends no request for some frames; periodic requests are ignored. */
export async function untilAnswered(page: Page): Promise<void> {
  const asked = unanswered.get(page.context());
  await until(async () => {
    for (let frames = 0; frames < 5; frames += 1) {
      if (asked?.size !== 0) return false;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    return asked?.size === 0;
  }, `all answers to ${page.url()}`);
}

/** How many pages of a test file are open at once: with more, each would be too slow for the test's time limits. */
const AT_ONCE = 2;
const waiting: (() => void)[] = [];
let open = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (open >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin));
  else open += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  }
}

/**
 * A test with a page in Chromium; skipped, with the reason in its title, when Chromium is missing and cannot be
 * installed. An error thrown inside the page fails the test.
 */
export function browserTest(
  title: string,
  body: (t: ExecutionContext, visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): void {
  if (!executablePath) {
    test.skip(`${title} (no Chromium here: install chromium-headless-shell or name it in CHROMIUM_PATH)`, (t) =>
      t.pass());
    return;
  }
  test(title, (t) => inTurn(() => withPage(t, body, options)));
}

async function withPage(
  t: ExecutionContext,
  body: (t: ExecutionContext, visit: Visit) => Promise<void>,
  options: VisitOptions,
): Promise<void> {
  const browser = await theBrowser();
  const errors: string[] = [];
  const contexts: { close: () => Promise<void> }[] = [];
  const another = async (more: VisitOptions = {}): Promise<Page> => {
    const { askAboutCookies = false, ...given } = { ...options, ...more };
    const context = await browser.newContext({
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      reducedMotion: 'reduce',
      ...given,
    });
    if (!askAboutCookies) await context.addInitScript(answerAboutCookies);
    await context.addInitScript(calmCamera);
    await context.addInitScript(steadyCaret);
    contexts.push(context);
    noteRequests(context);
    await noteToasts(context);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
    return context.newPage();
  };
  try {
    await body(t, { page: await another(), another });
    t.deepEqual(errors, [], 'errors inside the page');
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}
