import { makeCertificate } from '../support/ingress/certificates.ts';
import { mayHave } from '../support/ingress/nginx.ts';
import { askSecurely, insertTenants, startBackend, startSites } from '../support/ingress/sites-ground.ts';
import { atMost, type Row } from './row.ts';
import { median } from './times.ts';

const SITES = 1000;
const ROUNDS = 12;
const MAX_MS = 1000;

/** Measures how long a venue's address takes to answer, or to stop, beside a thousand others under one certificate. */
export async function bench(): Promise<Row[]> {
  if (!mayHave('nginx')) {
    console.log('Файлы сайтов не измерены: здесь нет nginx');
    return [];
  }
  const endings: (() => unknown)[] = [];
  const t = { teardown: (end: () => unknown) => void endings.push(end) };
  try {
    const backend = await startBackend(t, (_req, res) => void res.end('yes'));
    const ground = await startSites(t, { upstreams: [`127.0.0.1:${backend.port}`] });
    const certificate = await makeCertificate(`${ground.folder}-tls`, ['bars.example', '*.bars.example']);
    const sites = ground.make({ certificate });
    const names = Array.from({ length: SITES }, (_, n) => `bar-${n}`);
    await insertTenants(ground.db, names);
    await ground.begin();
    await sites.sync();
    const statusOf = async (name: string) =>
      (await askSecurely(ground.places.httpsPort, `${name}.bars.example`)).status;
    if ((await statusOf('bar-999')) !== 200) throw new Error('the sites do not answer');
    const times: Record<'added' | 'removed', number[]> = { added: [], removed: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `new-${round}`;
      let begun = performance.now();
      const [id] = await insertTenants(ground.db, [name]);
      await sites.sync();
      if ((await statusOf(name)) !== 200) throw new Error(`${name} does not answer`);
      times.added.push(performance.now() - begun);
      begun = performance.now();
      await ground.db('tenants').where({ id }).update({ status: 'deleted', deleted_at: new Date() });
      await sites.sync();
      if ((await statusOf(name)) !== 404) throw new Error(`${name} still answers`);
      times.removed.push(performance.now() - begun);
    }
    return [
      atMost('Сайт добавлен к 1 000, обычно', median(times.added), MAX_MS),
      atMost('Сайт добавлен к 1 000, дольше всего', Math.max(...times.added), MAX_MS),
      atMost('Сайт убран из 1 000, обычно', median(times.removed), MAX_MS),
      atMost('Сайт убран из 1 000, дольше всего', Math.max(...times.removed), MAX_MS),
    ];
  } finally {
    for (const end of endings.reverse()) await end();
  }
}
