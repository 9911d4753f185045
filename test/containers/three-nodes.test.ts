import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LABEL } from '@ostatok/api/src/hosting/containers/engine.ts';
import test, { type ExecutionContext } from 'ava';
import { mayHaveEngine } from '../support/containers/docker-engine.ts';
import { copyImage, OUTSIDE, type SwarmNode, startThreeNodes } from '../support/containers/three-nodes.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { startBalancer } from '../support/network/balancer.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { call, callVenue } from '../support/platform/platform.ts';
import { createGround, type PlatformProcess, startProcess } from '../support/platform/platform-process.ts';
import { kill } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const onThreeNodes = mayHaveEngine() ? test.serial : test.serial.skip;

/** What is promised to customers. */
const BACK_WITHIN_MS = 60_000;
/** A scanner that has no answer by then sends again. */
const ANSWER_LIMIT_MS = 5000;
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
type Replicas = Awaited<ReturnType<typeof startReplicas>>;

async function openVenue({ balancer }: Replicas) {
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await call(balancer.url.replace('0.0.0.0', '127.0.0.1'), 'POST', path, {
      body,
      ...(token && { token }),
    });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const email = `owner-${randomBytes(4).toString('hex')}@bar.example`;
  const { token } = await ask('/api/auth/register', { email, password: PASSWORD, name: 'Анна' });
  const { bot } = await ask('/sandbox/api/bots', { name: 'Бар' });
  const subdomain = `v-${randomBytes(4).toString('hex')}`;
  const wanted = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const made = await ask('/api/provision/create', wanted, token);
  const signedIn = await callVenue(balancer, subdomain, 'POST', '/api/auth/login', { body: made.adminCredentials });
  const venueToken: string = signedIn.body.token;
  const reach = (method: string, path: string, body?: unknown) =>
    callVenue(balancer, subdomain, method, path, { token: venueToken, body });
  const { body } = await reach('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 });
  return { id: made.tenant.tenant_id as string, subdomain, token: venueToken, reach, itemId: body.item.id as number };
}

/** A scanner's queue: each change is sent again until it is answered. */
function startScanners({ balancer }: Replicas, venue: Awaited<ReturnType<typeof openVenue>>, count: number) {
  const acknowledged = { changes: 0, again: 0 };
  let isOver = false;
  let isAborted = false;
  async function send(body: string): Promise<boolean> {
    const answer = await rawRequest(balancer.port, {
      method: 'POST',
      path: '/api/changes',
      host: `${venue.subdomain}.localhost:${balancer.port}`,
      headers: { authorization: `Bearer ${venue.token}`, 'content-type': 'application/json', connection: 'close' },
      body,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }).catch(() => undefined);
    if (answer?.status !== 200) return false;
    const [{ status }] = JSON.parse(answer.text).results;
    if (!['applied', 'duplicate'].includes(status)) throw new Error(`a change was ${status}`);
    return true;
  }
  const scanners = Array.from({ length: count }, async () => {
    while (!isOver) {
      const change = { id: randomUUID(), itemId: venue.itemId, delta: 0.001, source: 'scanner' };
      const body = JSON.stringify({ changes: [change] });
      while (!(await send(body)) && !isAborted) {
        acknowledged.again += 1;
        await sleep(100);
      }
      if (!isAborted) acknowledged.changes += 1;
      await sleep(20);
    }
  });
  return {
    acknowledged,
    /** Resolves when the scanners have had answers for a while; returns the seconds until then. */
    async goOn(): Promise<number> {
      const from = performance.now();
      const { changes } = acknowledged;
      await until(() => acknowledged.changes >= changes + 20, 'changes are acknowledged again', BACK_WITHIN_MS);
      return Math.round((performance.now() - from) / 100) / 10;
    },
    /** Ends the scanners when their last changes are acknowledged. */
    async end(): Promise<void> {
      isOver = true;
      await Promise.all(scanners);
    },
    /** Ends them wherever they are. */
    abort(): void {
      isOver = true;
      isAborted = true;
    },
  };
}

onThreeNodes(
  'of three machines one api process is lost, then a whole machine: nothing acknowledged is lost',
  async (t) => {
    t.timeout(240_000);
    const swarm = await startThreeNodes(Number(new URL(serverUrl()).port));
    if (!swarm) return t.fail('no container engine');
    t.teardown(swarm.stop);
    const [first, second, third] = swarm.nodes as [SwarmNode, SwarmNode, SwarmNode];
    const replicas = await startReplicas(t);
    await replicas.start(first);
    await replicas.start(second);

    // the venue lives on the machine that leads the swarm and has an api process, which is the worst to lose
    for (const node of [second, third]) await changeNode(first, node, { Labels: { 'ru.ostatok.tenants': 'no' } });
    const venue = await openVenue(replicas);
    const nodeOf = async ({ docker }: SwarmNode): Promise<string> => {
      const filters = { label: [`${LABEL.tenant}=${venue.id}`], 'desired-state': ['running'] };
      const [task] = await docker.listTasks({ filters });
      return task?.NodeID ? (await docker.getNode(task.NodeID).inspect()).Description.Hostname : '';
    };
    t.is(await nodeOf(second), first.name);
    for (const node of [second, third]) await changeNode(first, node, { Labels: {} });
    const image = (await first.docker.listImages({ filters: { label: [LABEL.release] } }))[0]?.RepoTags?.[0] ?? '';
    await copyImage(image, first, third);
    const scanners = startScanners(replicas, venue, 4);
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
    await scanners.end();

    const { body } = await venue.reach('GET', `/api/items/${venue.itemId}`);
    const { changes, again } = scanners.acknowledged;
    t.is(body.item.quantity, Number((changes / 1000).toFixed(3)), 'all is there, once');
    t.log({
      changes,
      again,
      secondsWithoutReplica: withoutReplica,
      secondsWithoutNode: withoutNode,
      secondsWhileEmptied: whileEmptied,
    });
  },
);
