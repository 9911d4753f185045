import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { newConfigFolder, startBridgeProcess } from '../support/scales/bridge.ts';

test.serial(
  'through the platform a bridge is paired, weighs, and comes back after its venue was restarted',
  async (t) => {
    const platform = await startTestPlatform();
    t.teardown(platform.stop);
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const recent = async (): Promise<number[]> => {
      const { body } = await venue.call('GET', '/api/scales');
      return (body.recent ?? []).map(({ weightG }: { weightG: number }) => weightG);
    };
    const folder = await newConfigFolder();
    const { body } = await venue.call('POST', '/api/auth/codes', { kind: 'bridge', name: 'Бар' });
    const address = `http://${venue.subdomain}.localhost:${platform.port}`;
    t.is(await startBridgeProcess(t, ['pair', address, body.code], { folder }).ended, 0);

    const file = join(folder, 'frames.jsonl');
    const frame = (hex: string, afterMs: number) => `${JSON.stringify({ model: 'decent-scale', hex, afterMs })}\n`;
    await writeFile(file, frame('03ce1b93000045', 0) + frame('03ce1b93000045', 3_600_000));
    const bridge = startBridgeProcess(t, ['--replay', file], { folder });
    await until(async () => (await recent()).includes(705.9), 'weighed');

    const restarted = await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`);
    t.is(restarted.status, 200, JSON.stringify(restarted.body));
    const online = async () => (await venue.call('GET', '/api/bridges')).body.bridges?.[0]?.online === true;
    await until(online, 'back');
    t.regex(bridge.text(), /пробуем снова/);
  },
);
