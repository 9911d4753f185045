import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LABEL } from '@ostatok/api/src/hosting/containers/engine.ts';
import test, { type ExecutionContext } from 'ava';
import { mayHaveEngine } from '../support/containers/docker-engine.ts';
import { copyImage, OUTSIDE, type SwarmNode, startThreeNodes } from '../support/containers/three-nodes.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { startBalancer } from '../support/network/balancer.ts';
import { createGround, type PlatformProcess, startProcess } from '../support/platform/platform-process.ts';
import { kill } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';
import { BACK_WITHIN_MS, itemOf, openVenue, startScanners } from '../support/venue/scanners.ts';

const onThreeNodes = mayHaveEngine() ? test.serial : test.serial.skip;

/** The database has to notice that a machine is lost, which may hold its locks. */
const NOTICING =
  '-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** The address of the database as all machines reach it. */
function asSeenOutside(url: string): string {
  const seen = new URL(url);
  seen.hostname = OUTSIDE;
  seen.searchParams.set('options', NOTICING);
  return seen.href.replaceAll('+', '%20');
}

/** Changes what the swarm knows of a machine, by the engine of another one. */
async function changeNode(by: SwarmNode, { name }: SwarmNode, to: { Labels?: object; Availability?: string }) {
  const nodes: { ID: string; Description: { Hostname: string } }[] = await by.docker.listNodes();
  const { ID = '' } = nodes.find(({ Description }) => Description.Hostname === name) ?? {};
  const { Version, Spec } = await by.docker.getNode(ID).inspect();
  await by.docker.getNode(ID).update({ version: Version.Index, ...Spec, ...to });
}

/** Api processes on the machines, behind one balancer that stands outside. */
async function startReplicas(t: ExecutionContext) {
  const ground = await createGround();
  const balancer = await startBalancer('0.0.0.0');
  const homes: string[] = [];
  const running: PlatformProcess[] = [];
  const byNode = new Map<string, PlatformProcess>();
  t.teardown(async () => {
    for (const one of running) await kill(one);
    balancer.stop();
    await ground.drop();
    for (const home of homes) await rm(home, { recursive: true, force: true });
  });
  const url = asSeenOutside(ground.env.DATABASE_URL ?? '');
  async function start({ address, engine, pid }: SwarmNode): Promise<PlatformProcess> {
    const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
    homes.push(home);
    await chmod(home, 0o755);
    const shared = { DATABASE_URL: url, TENANT_PLATFORM_URL: `http://${OUTSIDE}:${balancer.port}`, SANDBOX: '1' };
    const own = { HOSTING: 'swarm', DOCKER_HOST: engine, HOST: address, OSTATOK_HOME: home, OSTATOK_TEST_ALONE: '0' };
    const env = { ...ground.env, ...shared, ...own, PUBLIC_URL: `http://localhost:${balancer.port}` };
    const one = await startProcess(env, 'crashing-platform.ts', pid);
    running.push(one);
    byNode.set(address, one);
    balancer.add(one.port, address);
    return one;
  }
  return {
    balancer,
    db: ground.db,
    start,
    /** Ends the api process of the machine. */
    async lose({ address }: SwarmNode): Promise<void> {
      const one = byNode.get(address);
      if (one) await kill(one);
    },
  };
}
onThreeNodes(
  'of three machines one api process is lost, then a whole machine: nothing acknowledged is lost',
  async (t) => {
    t.timeout(5 * BACK_WITHIN_MS);
    const swarm = await startThreeNodes(Number(new URL(serverUrl()).port));
    if (!swarm) return t.fail('no container engine');
    t.teardown(swarm.stop);
    const [first, second, third] = swarm.nodes as [SwarmNode, SwarmNode, SwarmNode];
    const replicas = await startReplicas(t);
    await replicas.start(first);
    await replicas.start(second);

    // the venue lives on the machine that leads the swarm and has an api process, which is the worst to lose
    for (const node of [second, third]) await changeNode(first, node, { Labels: { 'ru.ostatok.tenants': 'no' } });
    const venue = await openVenue(replicas.balancer.port);
    const nodeOf = async ({ docker }: SwarmNode): Promise<string> => {
      const filters = { label: [`${LABEL.tenant}=${venue.id}`], 'desired-state': ['running'] };
      const [task] = await docker.listTasks({ filters });
      return task?.NodeID ? (await docker.getNode(task.NodeID).inspect()).Description.Hostname : '';
    };
    t.is(await nodeOf(second), first.name);
    for (const node of [second, third]) await changeNode(first, node, { Labels: {} });
    const image = (await first.docker.listImages({ filters: { label: [LABEL.release] } }))[0]?.RepoTags?.[0] ?? '';
    await copyImage(image, first, third);
    const scanners = startScanners(itemOf(venue), 4);
    t.teardown(scanners.abort);
    await scanners.goOn();

    await replicas.lose(first);
    const withoutReplica = await scanners.goOn();
    await replicas.start(first);
    await scanners.goOn();

    await Promise.all([first.lose(), replicas.lose(first)]);
    const withoutNode = await scanners.goOn();
    const next = await nodeOf(second);
    t.not(next, first.name);

    // and by a hand, as before maintenance
    await changeNode(second, next === second.name ? second : third, { Availability: 'drain' });
    await until(async () => !['', next].includes(await nodeOf(second)), 'it has moved', BACK_WITHIN_MS);
    const whileEmptied = await scanners.goOn();
    const sum = await scanners.end();

    const { body } = await venue.reach('GET', `/api/items/${venue.itemId}`);
    const { changes, again } = scanners.acknowledged;
    t.is(body.item.quantity, sum, 'all is there, once');
    t.log({
      changes,
      again,
      secondsWithoutReplica: withoutReplica,
      secondsWithoutNode: withoutNode,
      secondsWhileEmptied: whileEmptied,
    });
  },
);
