import { browserTest } from '../../support/browser.ts';
import { openVenue, phoneSized, signIn } from '../../support/scanner-page.ts';

const ITEMS = 10_000;
/** A phone of the middle class beside the machine this runs on. */
const SLOWER = 4;
const TYPED = 'виски';
const TIMES = 5;

browserTest(
  'among ten thousand items a search keeps up with the keys on a slow phone',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.db.raw(
      `insert into items (name, search_name, category, unit, quantity)
       select kind || ' номер ' || n, lower(kind || ' номер ' || n), kind, 'л', n / 1000.0
         from generate_series(1, ?) n
         join lateral (select (array['Виски', 'Джин', 'Ром', 'Вино', 'Пиво'])[n % 5 + 1] as kind) k on true`,
      [ITEMS],
    );
    await signIn(page, venue);
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByText(String(ITEMS), { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Назад' }).click();
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

    await page.getByLabel('Штрихкод или название').waitFor();
    const measure = () =>
      page.evaluate(
        async ([typed, times]) => {
          const field = document.querySelector<HTMLInputElement>('input[enterkeyhint="search"]');
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
          const list = (): string => document.querySelector('ul')?.textContent ?? '';
          const measured: number[] = [];
          for (const text of [...typed.repeat(times)].map((_, at) => typed.slice(0, (at % typed.length) + 1))) {
            set?.call(field, '');
            field?.dispatchEvent(new Event('input', { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve, 100));
            const before = list();
            const from = performance.now();
            set?.call(field, text);
            field?.dispatchEvent(new Event('input', { bubbles: true }));
            // A channel's message comes sooner than any timer, so that the watching costs nothing.
            while (list() === before && performance.now() - from < 2_000) {
              await new Promise<void>((resolve) => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => resolve();
                port2.postMessage(0);
              });
            }
            measured.push(performance.now() - from);
          }
          return measured.sort((a, b) => a - b);
        },
        [TYPED, TIMES] as const,
      );
    let median = Number.POSITIVE_INFINITY;
    // other tests may be running on the same machine: the best of a few measurings counts
    for (let tries = 0; tries < 6 && median > 50; tries += 1) {
      const times = await measure();
      median = Math.min(median, times[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY);
      t.log(`median ${median.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`);
    }
    t.true(median <= 50, `a key took ${median.toFixed(1)} ms`);
  },
  phoneSized,
);
