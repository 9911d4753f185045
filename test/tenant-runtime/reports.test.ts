import test from 'ava';
import { startTenant, type Tenant } from '../support/tenant.ts';

async function stocked(t: Parameters<typeof startTenant>[0]): Promise<Tenant> {
  const tenant = await startTenant(t);
  const items = [
    { name: 'Виски', category: 'Виски', quantity: 4.6, expected: 5 },
    { name: 'Джин', category: 'Джин', quantity: 1.1, expected: 1 },
    { name: 'Рислинг', category: 'Вино', quantity: 3.375, expected: 3 },
    { name: 'Тоник', category: 'Напитки', quantity: 12, expected: 11 },
    { name: 'Сок', category: 'Соки', quantity: 2, expected: 2 },
    { name: 'Салфетки', category: 'Прочее', quantity: 0.05, expected: 0 },
    { name: 'Свечи', category: 'Прочее', quantity: 7 },
  ];
  for (const item of items) await tenant.createItem(item);
  return tenant;
}

test('differences are exact, the largest first, and what is not expected is only counted', async (t) => {
  const { user } = await stocked(t);
  const { rows, totals } = (await user.get('/api/reports/discrepancies')).body;
  t.deepEqual(
    rows.map((row: { item: { name: string }; difference: number }) => [row.item.name, row.difference]),
    [
      ['Тоник', 1],
      ['Виски', -0.4],
      ['Рислинг', 0.375],
      ['Джин', 0.1],
      ['Салфетки', 0.05],
      ['Сок', 0],
    ],
  );
  t.deepEqual(totals, {
    items: 6,
    units: [{ unit: 'л', shortage: -0.4, surplus: 1.525 }],
    money: { shortage: 0, surplus: 0, withoutCost: 5 },
    unknown: 1,
  });
});

test('groups and deviations narrow the report, a deviation including its bound', async (t) => {
  const { user } = await stocked(t);
  const cases: [string, string[]][] = [
    ['deviation=0.1', ['Тоник', 'Виски', 'Рислинг', 'Джин']],
    ['deviation=0.375', ['Тоник', 'Виски', 'Рислинг']],
    ['deviation=1', ['Тоник']],
    ['deviation=zero', ['Сок']],
    ['group=strong', ['Виски', 'Джин']],
    ['group=wine', ['Рислинг']],
    ['group=soft', ['Тоник', 'Сок']],
    ['group=strong&deviation=0.375', ['Виски']],
  ];
  for (const [query, expected] of cases) {
    const { rows } = (await user.get(`/api/reports/discrepancies?${query}`)).body;
    t.deepEqual(
      rows.map((row: { item: { name: string } }) => row.item.name),
      expected,
      query,
    );
  }
  t.is((await user.get('/api/reports/discrepancies?group=beer')).status, 400);
  t.is((await user.get('/api/reports/discrepancies?deviation=0.2')).status, 400);
});
