import { defaultSettings } from '@ostatok/tenant-runtime/contract/settings.ts';
import test from 'ava';
import { startTenant } from '../support/venue/tenant.ts';

test('settings begin with their defaults, what is left out stays, and everybody who watches is told', async (t) => {
  const { admin, user, socket } = await startTenant(t);
  t.deepEqual((await user.get('/api/settings')).body, { success: true, settings: defaultSettings });
  const watcher = await socket(user.token);
  const notified = new Promise((resolve) => watcher.once('venue:changed', () => resolve(true)));

  await admin.put('/api/settings').send({ areas: [' Бар ', 'Склад'], recountThreshold: 0.5 });
  const { status, body } = await admin.put('/api/settings').send({ blindCounts: true });

  const settings = { ...defaultSettings, areas: ['Бар', 'Склад'], recountThreshold: 0.5, blindCounts: true };
  t.deepEqual([status, body], [200, { success: true, settings }]);
  t.true(await notified);
  t.deepEqual((await user.get('/api/settings')).body.settings, settings);
  t.is((await admin.put('/api/settings').send({ recountThreshold: null })).body.settings.recountThreshold, null);
});

test('two who write different settings at once both have their way', async (t) => {
  const { admin, services } = await startTenant(t);
  await Promise.all([
    admin.put('/api/settings').send({ areas: ['Бар'] }),
    admin.put('/api/settings').send({ staffAddsItems: false }),
    admin.put('/api/settings').send({ blindCounts: true }),
  ]);
  t.like(await services.settings.get(), { areas: ['Бар'], staffAddsItems: false, blindCounts: true });
});

test('settings are the administrator’s, and nonsense is refused', async (t) => {
  const { admin, user } = await startTenant(t);
  t.is((await user.put('/api/settings').send({ blindCounts: true })).status, 403);
  for (const wrong of [
    { areas: 'Бар' },
    { areas: [''] },
    { areas: ['Бар', 'бар '] },
    { blindCounts: 'да' },
    { recountThreshold: 0 },
    { recountThreshold: 0.0001 },
    { staffAddsItems: 1 },
  ]) {
    t.is((await admin.put('/api/settings').send(wrong)).status, 400, JSON.stringify(wrong));
  }
  t.deepEqual((await admin.get('/api/settings')).body.settings, defaultSettings);
});
