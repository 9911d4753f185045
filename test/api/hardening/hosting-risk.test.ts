import test from 'ava';
import { hostingRisk } from '../../../api/src/hardening/hosting-risk.ts';

const tools = { setpriv: '/usr/bin/setpriv', prlimit: '/usr/bin/prlimit' };
const socket = 'unix:///var/run/docker.sock';
const process = { HOSTING: 'process', DOCKER_HOST: socket } as const;

test('venues are isolated where root starts the platform, and nowhere else', (t) => {
  t.is(hostingRisk(process, { uid: 0, tools }), undefined);
  t.like(hostingRisk(process, { uid: 1000, tools }), { id: 'hosting', level: 'unsafe' });
  t.like(hostingRisk(process, { uid: undefined, tools }), { id: 'hosting', level: 'unsafe' });
});

test('a machine whose venues are limited by process alone is told so', (t) => {
  t.like(hostingRisk(process, { uid: 0, tools, hasControlGroups: false }), { id: 'hosting_groups', level: 'warning' });
});

test('a machine without the programs that limit venues is told so', (t) => {
  t.like(hostingRisk(process, { uid: 0, tools: { ...tools, prlimit: undefined } }), { level: 'warning' });
  t.like(hostingRisk(process, { uid: 0, tools: { ...tools, setpriv: undefined } }), { level: 'warning' });
});

test('containers reach what this machine offers unless root has closed it', (t) => {
  const docker = { HOSTING: 'docker', DOCKER_HOST: socket } as const;
  t.is(hostingRisk(docker, { uid: 0 }), undefined);
  t.like(hostingRisk(docker, { uid: 1000 }), { id: 'hosting', level: 'unsafe' });
  t.like(hostingRisk({ ...docker, DOCKER_HOST: 'https://10.0.0.5:2376' }, { uid: 0 }), { level: 'warning' });
});

test('machines of a swarm are closed by whoever runs them; an engine over the network is told of', (t) => {
  const swarm = { HOSTING: 'swarm', DOCKER_HOST: socket } as const;
  t.is(hostingRisk(swarm, { uid: 1000 }), undefined);
  t.like(hostingRisk({ ...swarm, DOCKER_HOST: 'https://10.0.0.5:2376' }, { uid: 0 }), { id: 'hosting_engine' });
});
