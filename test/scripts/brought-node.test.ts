import { chmod, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { broughtNode } from '../../scripts/brought-node.mjs';

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('an npm that has left the link to our Node out gets it laid, and one that has not is left alone', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'ostatok-node-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  t.is(broughtNode(root), undefined);
  const name = `node-${process.platform}-${process.arch}`;
  await mkdir(join(root, 'node_modules', name, 'bin'), { recursive: true });
  await writeFile(join(root, 'node_modules', name, 'bin/node'), '');
  await chmod(join(root, 'node_modules', name, 'bin/node'), 0o755);

  t.is(broughtNode(root), join(root, 'node_modules/.bin/node'));
  t.is(broughtNode(root), join(root, 'node_modules/.bin/node'));

  t.is(await readlink(join(root, 'node_modules/.bin/node')), `../${name}/bin/node`);
});
