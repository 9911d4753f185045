import { browserTest } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { seeded, seedFor } from '../support/run/random.ts';
import { until } from '../support/run/until.ts';
import { joinCount, openCount } from '../support/scanner/counts.ts';
import { answerDialog, DECENT, decentFrame, emulateBluetooth } from '../support/scanner/emulated-scale.ts';
import { offlineReady, openVenue, phoneSized, signIn } from '../support/scanner/scanner-page.ts';
import { BOTTLE, BOTTLES, button, codeOf, openSeries, recorded, scan } from '../support/scanner/series.ts';

browserTest(
  'thirty bottles are weighed one after another without a button, half of them offline, with ten lost connections: each once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const names = Array.from({ length: BOTTLES }, (_, n) => `Бутылка ${n + 1}`);
    for (const [n, name] of names.entries()) await venue.createItem({ ...BOTTLE, name, ean: codeOf(n) });
    const count = await openCount(venue, { title: 'Бар' });
    const link = await startLink(t, venue.url);
    const { dialogs, scale: make } = await emulateBluetooth(t, page);
    const scale = await make(DECENT);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await joinCount(page, 'Бар');
    await openSeries(page, 'В подсчёт «Бар», без зоны');
    const chosen = answerDialog(dialogs, 'choose');
    await button(page, 'Подключить весы').click();
    await chosen;
    await scale.subscribed();

    const random = seeded(seedFor('a series with lost connections'));
    const cuts = new Set<number>();
    while (cuts.size < 10) cuts.add(Math.floor(random() * BOTTLES));
    const gramsOf = (n: number): number => 500 + n * 20;
    let connections = 1;
    const waits: number[] = [];
    for (const [n, name] of names.entries()) {
      if (n === BOTTLES / 2) await link.cut();
      // Some put the bottle on first, and scan it there.
      const isScannedFirst = random() < 0.7;
      if (isScannedFirst) await scan(page, codeOf(n), name);
      const frames = [decentFrame(gramsOf(n) / 2, false), decentFrame(gramsOf(n) - 4, false)];
      const lostAfter = cuts.has(n) ? Math.floor(random() * 3) : undefined;
      for (const frame of frames.slice(0, lostAfter ?? 2)) await scale.notify(frame);
      if (lostAfter !== undefined) {
        await scale.cut();
        connections += 1;
        await scale.subscribed(connections);
      }
      await scale.notify(decentFrame(gramsOf(n)));
      const since = performance.now();
      if (!isScannedFirst) await scan(page, codeOf(n), name);
      await recorded(page, n + 1);
      if (isScannedFirst) waits.push(performance.now() - since);
      // The bottle that is lifted swings the scale, and the same weight must not count again.
      await scale.notify(decentFrame(gramsOf(n) + 30, false));
      await scale.notify(decentFrame(gramsOf(n)));
      await scale.notify(decentFrame(0));
    }
    t.log(`from the steady frame to the record: at most ${Math.round(Math.max(...waits))} ms`);
    await link.mend();
    await page.reload();
    await recorded(page, BOTTLES);
    const entries = async () => (await venue.admin.get(`/api/counts/${count.id}/entries?limit=1000`)).body.entries;
    await until(async () => (await entries()).length >= BOTTLES, 'everything is sent');
    const found = (await entries()).map(
      (entry: { item: { name: string }; quantity: number }) => `${entry.item.name}: ${entry.quantity}`,
    );
    t.deepEqual(found.sort(), names.map((name, n) => `${name}: ${(gramsOf(n) - 450) / 1000}`).sort());
  },
  phoneSized,
);
