import test from 'ava';
import { hostingRisk } from '../../../api/src/hardening/hosting-risk.ts';

const tools = { setpriv: '/usr/bin/setpriv', prlimit: '/usr/bin/prlimit' };
const process = { HOSTING: 'process' } as const;

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
