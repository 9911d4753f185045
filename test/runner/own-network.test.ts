import test from 'ava';
import { splitByImages, splitByNetwork } from './own-network.ts';

const FILES = ['api/admin.test.ts', 'containers/docker.test.ts', 'hosting/releases.test.ts'];

test('tests of containers run apart where a network of their own can be had, else with the others', (t) => {
  t.deepEqual(splitByNetwork(FILES, true), {
    ours: ['api/admin.test.ts', 'hosting/releases.test.ts'],
    apart: ['containers/docker.test.ts'],
  });
  t.deepEqual(splitByNetwork(FILES, false), { ours: FILES, apart: [] });
});

test('those that build the images of the whole installation run beside the others, one after another', (t) => {
  const whole = ['containers/compose.test.ts', 'containers/stack.test.ts'];
  t.deepEqual(splitByImages(['containers/docker.test.ts', ...whole]), [whole, ['containers/docker.test.ts']]);
  t.deepEqual(splitByImages(['containers/docker.test.ts']), [['containers/docker.test.ts']]);
});
