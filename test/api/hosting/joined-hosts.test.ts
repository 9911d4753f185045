import test from 'ava';
import type { Hosting } from '../../../api/contract/hosting.ts';
import type { Host } from '../../../api/src/hosting/host.ts';
import { joinHosts } from '../../../api/src/hosting/joined-hosts.ts';

const hostWhere = (state: () => Promise<string>, release: string): Host =>
  ({ state, runningRelease: async () => release }) as never;
const away = async (): Promise<never> => {
  throw new Error('connect ENOENT /var/run/docker.sock');
};

test('an engine that is away keeps nobody from learning what a venue of the other host runs', async (t) => {
  const hosts = (engine: () => Promise<string>) =>
    joinHosts(
      new Map<Hosting, Host>([
        ['docker', hostWhere(engine, 'of the engine')],
        ['process', hostWhere(async () => 'running', 'of the process')],
      ]),
    );

  t.is(await hosts(away).runningRelease?.('tvenue00001'), 'of the process');
  t.is(await hosts(async () => 'running').runningRelease?.('tvenue00001'), 'of the engine');
});
