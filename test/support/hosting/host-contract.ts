import type { TestFn } from 'ava';
import { until } from '../run/until.ts';
import { ask, type HostFixture } from './process-fixture.ts';

const whoAt = async (endpoint: string): Promise<number> => (await ask<{ pid: number }>(endpoint, '/who')).pid;

/** What every driver of the seam does, tried on tenants whose program does what requests ask. */
export function hostContract(
  test: TestFn,
  name: string,
  withHost: (use: (fixture: HostFixture) => Promise<void>) => Promise<void>,
): void {
  test(`${name}: a tenant that is asked twice to start is one; what it is doing is told apart`, (t) =>
    withHost(async ({ host, spec, moves }) => {
      t.is(await host.state('tenant1'), 'not_found');
      const [first, second] = await Promise.all([host.start(spec()), host.start(spec())]);
      t.is(first.endpoint, second.endpoint);
      t.is(await host.state('tenant1'), 'running');

      await host.stop('tenant1');
      t.is(await host.state('tenant1'), 'asleep');
      t.deepEqual(moves, []);

      const { endpoint } = await host.start(spec());
      await ask(endpoint, '/end').catch(() => undefined);
      await until(async () => (await host.state('tenant1')) === 'exited', 'it has ended in order');
      t.deepEqual([...moves], [null]);
      t.deepEqual(await host.list(), []);

      const again = await host.start(spec());
      await ask(again.endpoint, '/die').catch(() => undefined);
      await until(() => moves.length === 3, 'it has crashed and is back');
      t.is(await host.state('tenant1'), 'running');
      t.like((await host.list())[0], { crashes: 1 });

      await host.forget('tenant1');
    }));

  test(`${name}: one that listens but says that it is not well is not started`, (t) =>
    withHost(async ({ host, spec }) => {
      await t.throwsAsync(host.start(spec({ SICK: '1' })));
      await until(async () => (await host.list()).length === 0, 'nothing of it is left');
      t.truthy((await host.start(spec())).endpoint);
    }));

  test(`${name}: a second instance serves beside the first until it takes its place`, (t) =>
    withHost(async ({ host, spec, moves }) => {
      const first = await host.start(spec());
      const before = await whoAt(first.endpoint);

      const beside = await host.startBeside(spec({ VERSION: 'next' }));

      t.not(beside.endpoint, first.endpoint);
      t.is(await whoAt(first.endpoint), before);
      const after = await whoAt(beside.endpoint);
      t.is((await host.list()).length, 1, 'a tenant is listed once');
      t.deepEqual(await host.switchOver('tenant1'), beside);
      t.is(await whoAt(beside.endpoint), after);
      t.like(await ask(beside.endpoint, '/env'), { VERSION: 'next' });
      await t.throwsAsync(ask(first.endpoint, '/who'));
      t.deepEqual(moves, [], 'nobody was told of a crash');
      t.deepEqual(await host.start(spec()), beside);

      // and once more, in the place that the first has left
      const third = await host.startBeside(spec());
      t.deepEqual(await host.switchOver('tenant1'), third);
      await host.stop('tenant1');
      t.is(await host.state('tenant1'), 'asleep');
    }));

  test(`${name}: what does not come up beside a tenant, or is dropped, leaves it as it was`, (t) =>
    withHost(async ({ host, spec, moves }) => {
      const { endpoint } = await host.start(spec());
      const pid = await whoAt(endpoint);

      for (const broken of ['BROKEN', 'SICK']) await t.throwsAsync(host.startBeside(spec({ [broken]: '1' })));
      await t.throwsAsync(host.switchOver('tenant1'));
      const beside = await host.startBeside(spec());
      await host.dropBeside('tenant1');
      await host.dropBeside('tenant1');
      await t.throwsAsync(ask(beside.endpoint, '/who'));
      await t.throwsAsync(host.switchOver('tenant1'));
      const dies = await host.startBeside(spec());
      await ask(dies.endpoint, '/die').catch(() => undefined);
      await t.throwsAsync(host.switchOver('tenant1'));

      t.is(await whoAt(endpoint), pid);
      t.deepEqual(moves, []);
      t.is((await host.list())[0]?.crashes, 0);
    }));

  test(`${name}: a release that is not here is not started`, (t) =>
    withHost(async ({ host, spec }) => {
      const strange = { ...spec(), release: '0123456789ab' };
      t.true(host.hasRelease(spec().release));
      t.false(host.hasRelease(strange.release));
      await t.throwsAsync(host.start(strange), { message: /not here/ });
      await t.throwsAsync(host.startBeside(strange), { message: /not here/ });
      t.is(await host.presentRelease(), spec().release);
      t.deepEqual(
        (await host.images()).map(({ tag }) => tag),
        [spec().release],
      );
    }));

  test(`${name}: when the platform goes, a tenant either ends or goes on; none is left half`, (t) =>
    withHost(async ({ host, spec }) => {
      const { endpoint } = await host.start(spec());
      const beside = await host.startBeside(spec());
      await host.detach();
      const isThere = (at: string): Promise<boolean> =>
        ask(at, '/who').then(
          () => true,
          () => false,
        );
      const isListed = (await host.list()).length > 0;
      t.is(await isThere(endpoint), isListed);
      t.false(await isThere(beside.endpoint));
    }));
}
