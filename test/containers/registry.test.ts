import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenantImages } from '@ostatok/api/src/hosting/containers/tenant-images.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { installPrograms } from '../support/containers/whole-images.ts';
import { program } from '../support/hosting/process-fixture.ts';
import { root } from '../support/platform/platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import { until } from '../support/run/until.ts';

const onEngine = mayHaveEngine() ? test.serial : test.serial.skip;

/** Debian's registry in a folder of its own; resolves with its address once it answers. */
async function startRegistry(t: ExecutionContext, folder: string): Promise<string> {
  await installPrograms('docker-registry');
  const address = `127.0.0.1:${await ownPort()}`;
  const config = join(folder, 'registry.json');
  const storage = { filesystem: { rootdirectory: join(folder, 'registry') } };
  await writeFile(
    config,
    JSON.stringify({ version: '0.1', log: { level: 'error' }, storage, http: { addr: address } }),
  );
  const child = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });
  t.teardown(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const answers = (): Promise<boolean> =>
    fetch(`http://${address}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(answers, 'the registry answers');
  return address;
}

async function startMachine(t: ExecutionContext): Promise<TestEngine> {
  const engine = await startEngine();
  if (!engine) throw new Error('no container engine');
  t.teardown(engine.stop);
  return engine;
}

onEngine('a machine that can build no image fetches the one that another has sent to the registry', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-registry-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const registry = `${await startRegistry(t, folder)}/bars`;
  const built = join(folder, 'built');
  await mkdir(built);
  await writeFile(join(built, 'main.mjs'), program);
  const imagesOn = async (machine: TestEngine) => {
    const home = await mkdtemp(join(folder, 'home-'));
    const packages = join(folder, 'node_modules');
    const engine = { ...machine.engineOf('tests'), registry, isPushed: true };
    return createTenantImages({
      ...{ engine, home, built, packages },
      recipes: join(root, 'templates/docker'),
      log: createLog('images', 'silent'),
    });
  };
  const [first, second] = [await startMachine(t), await startMachine(t)];
  const release = await (await imagesOn(first)).present();

  await second.engineOf('tests').docker.getImage('node:24-slim').remove({ force: true });
  const images = await imagesOn(second);
  t.is(await images.present(), release);
  t.deepEqual(
    (await images.list()).map(({ tag }) => tag),
    [release],
  );
  await images.require(release);
});
