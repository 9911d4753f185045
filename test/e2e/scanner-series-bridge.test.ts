import { bluetoothModels } from '@ostatok/kit/scales/index.ts';
import { createBleSource } from '../../scales-bridge/src/ble/ble-source.ts';
import { systemClock } from '../../scales-bridge/src/clock.ts';
import { browserTest } from '../support/browser/browser.ts';
import { seeded, seedFor } from '../support/run/random.ts';
import { until } from '../support/run/until.ts';
import { log, pairedToken, startBridge } from '../support/scales/bridge-parts.ts';
import { fakeAdapter, fakeScale } from '../support/scales/fake-adapter.ts';
import { decentFrame } from '../support/scanner/emulated-scale.ts';
import { openVenue, phoneSized, quantityOf, signIn } from '../support/scanner/scanner-page.ts';
import { BOTTLE, BOTTLES, codeOf, openSeries, recorded, scan } from '../support/scanner/series.ts';

browserTest(
  'thirty bottles on a scale of the bridge, which loses it ten times, become the stock of each',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const items: { id: number; name: string }[] = [];
    for (let n = 0; n < BOTTLES; n += 1) {
      const name = `Бутылка ${n + 1}`;
      items.push({ ...(await venue.createItem({ ...BOTTLE, name, ean: codeOf(n) })), name });
    }
    const adapter = fakeAdapter();
    const source = createBleSource({
      loadNoble: async () => adapter.noble,
      models: bluetoothModels,
      clock: systemClock,
      log,
      platform: 'linux',
    });
    const bridge = await startBridge(t, { url: venue.url, token: await pairedToken(venue), source });
    const scale = fakeScale({ address: 'aa:01', name: 'Decent Scale', characteristics: ['36f5', 'fff4'] });
    const state = () => bridge.last()?.scales[0]?.state;
    /** The scale advertises until the bridge has connected it. */
    const connected = () =>
      until(() => {
        if (scale.state.connected === 0) adapter.hear(scale);
        return state() === 'connected';
      }, 'the bridge has the scale');
    await connected();
    scale.send(decentFrame(0));
    await signIn(page, venue);
    await openSeries(page, 'Вес становится остатком');

    const random = seeded(seedFor('a bridge that loses its scale'));
    const cuts = new Set<number>();
    while (cuts.size < 10) cuts.add(Math.floor(random() * BOTTLES));
    const gramsOf = (n: number): number => 500 + n * 20;
    for (const [n, { name }] of items.entries()) {
      await scan(page, codeOf(n), name);
      const frames = [decentFrame(gramsOf(n) / 2, false), decentFrame(gramsOf(n) - 4, false)];
      const lostAfter = cuts.has(n) ? Math.floor(random() * 3) : undefined;
      for (const frame of frames.slice(0, lostAfter)) scale.send(frame);
      if (lostAfter !== undefined) {
        scale.leave();
        await until(() => state() === 'lost', 'the bridge lost the scale');
        await connected();
      }
      scale.send(decentFrame(gramsOf(n)));
      await recorded(page, n + 1);
      scale.send(decentFrame(gramsOf(n) + 30, false));
      scale.send(decentFrame(0));
      await page.getByText(/^0\sг$/).waitFor();
    }
    const lastId = items.at(-1)?.id ?? 0;
    await until(async () => (await quantityOf(venue, lastId)) === (gramsOf(BOTTLES - 1) - 450) / 1000, 'sent');
    const changes = (await venue.admin.get('/api/changes?source=scales&limit=1000')).body.changes;
    const found = changes.map(
      (change: { item: { name: string }; after: number }) => `${change.item.name}: ${change.after}`,
    );
    t.deepEqual(found.sort(), items.map(({ name }, n) => `${name}: ${(gramsOf(n) - 450) / 1000}`).sort());
  },
  phoneSized,
);
