import pg from 'pg';
import { slowdown } from './machine.ts';
import { atMost, type Row } from './row.ts';
import { startTenantProcess, type TenantProcess } from './tenant-process.ts';

const ITEMS = 10_000;
const DISHES = 2000;
const INGREDIENTS = 5;
const DAYS = 31;
const CHANGES = 50_000;
const DELIVERIES = 300;
/** Lines of a delivery. */
const DELIVERED = 20;
const ASKED = 30;
const LIMIT_MS = 300;

/** A month of a large venue: two counts of every item, sales of every dish on each day, deliveries, and what people wrote. */
const SEED = `
  insert into items (name, search_name, unit, volume_ml, cost, category)
    select 'Позиция ' || n, 'позиция ' || n, 'л', 700, 100000 + n, 'Категория ' || n % 40 from generate_series(1, ${ITEMS}) n;
  insert into counts (key, title, scope, status, opened_at, opened_seq, closed_at, coverage)
    select gen_random_uuid(), 'Подсчёт ' || n, 'all', 'closed', at, 0, at, '{"lines": ${ITEMS}, "counted": ${ITEMS}, "recount": 0}'
      from (values (1, timestamptz '2026-10-01 08:00+03'), (2, timestamptz '2026-11-01 08:00+03')) as c(n, at);
  insert into count_lines (count_id, item_id, held, name, category, "group", unit, counted, book, cost, seen_at, error)
    select c.id, i.id, false, i.name, i.category, i."group", i.unit, 20 - c.id * 3 + i.id % 7 * 0.05, 20, i.cost,
           c.closed_at - interval '1 hour', 0.035
      from counts c, items i;
  insert into count_entries (id, count_id, item_id, round, user_id, quantity, entry, source, at)
    select gen_random_uuid(), l.count_id, l.item_id, 1, 1, l.counted, 'typed', 'web', c.closed_at - interval '1 hour'
      from count_lines l join counts c on c.id = l.count_id;
  insert into changes (id, item_id, user_id, delta, before, after, method, given, source, reason, at)
    select gen_random_uuid(), 1 + n % ${ITEMS}, 1, -0.05, 10, 9.95, 'delta', -0.05, 'web', case when n % 3 = 0 then 'waste' end,
           timestamptz '2026-10-02 12:00+03' + n % 29 * interval '1 day' from generate_series(1, ${CHANGES}) n;
  insert into suppliers (name, created_at) values ('Ромашка', now());
  insert into deliveries (key, status, supplier_id, kind, created_at, received_at)
    select gen_random_uuid(), 'posted', 1, 'upd', now(), timestamptz '2026-10-03 12:00+03' + n % 25 * interval '1 day'
      from generate_series(1, ${DELIVERIES}) n;
  insert into delivery_lines (delivery_id, place, number, quantity, item_id)
    select d.id, p, p, 6, 1 + (d.id * ${DELIVERED} + p) % ${ITEMS} from deliveries d, generate_series(1, ${DELIVERED}) p;
  with made as (
    insert into changes (id, item_id, user_id, delta, before, after, method, given, source, at)
      select gen_random_uuid(), l.item_id, 1, 6, 0, 6, 'delta', 6, 'delivery', d.received_at
        from delivery_lines l join deliveries d on d.id = l.delivery_id returning id)
  insert into delivery_changes (change_id, delivery_id, place, purpose)
    select id, 1 + row_number() over () % ${DELIVERIES}, 1, 'goods' from made;
  insert into dishes (key, name, kind, created_at)
    select gen_random_uuid(), 'Коктейль ' || n, 'dish', now() from generate_series(1, ${DISHES}) n;
  insert into recipes (dish_id, source, created_at) select id, 'panel', now() from dishes;
  insert into recipe_lines (recipe_id, place, text, key, amount, unit, item_id)
    select r.id, p, 'Позиция', 'позиция', 20 + p, 'мл', 1 + (r.id * ${INGREDIENTS} + p) % ${ITEMS}
      from recipes r, generate_series(1, ${INGREDIENTS}) p;
  insert into sales_sources (kind, name, created_at) values ('iiko', 'iiko', now());
  insert into sales_files (key, source_id, kind, file, status, from_day, to_day, stores, rows, totals, created_at)
    values (gen_random_uuid(), 1, 'iiko', 'olap.json', 'applied', '2026-10-01', '2026-10-31', '{}', 1, '{}', now());
  insert into till_dishes (source_id, key, name, dish_id) select 1, id, name, id from dishes;
  insert into sales (source_id, store, day, till_dish_id, kind, quantity, paid, file_id)
    select 1, '', to_char(date '2026-10-01' + d, 'YYYY-MM-DD'), t.id, 'sold', 1 + t.id % 5, 50000, 1
      from till_dishes t, generate_series(0, ${DAYS} - 1) d;
  analyze;`;

/** The facts themselves, each summed once by PostgreSQL alone, in three questions on one connection. */
const FACTS = [
  `select item_id, count_id, counted from count_lines where count_id in (1, 2)`,
  `select item_id, reason, sum(delta) from changes where at > '2026-10-01' and at < '2026-11-01' group by 1, 2`,
  `select till_dish_id, sum(quantity), sum(paid) from sales where day between '2026-10-01' and '2026-10-31' group by 1`,
];

/** The same facts row by row: item, dish or nothing, and a number to be summed. */
const BARE = [
  `select item_id, counted from count_lines where count_id in (1, 2)`,
  `select item_id, delta from changes where at > '2026-10-01' and at < '2026-11-01'`,
  `select till_dish_id, quantity from sales where day between '2026-10-01' and '2026-10-31'`,
];

/** Sums the facts without PostgreSQL's help: the limit that it gives must not be far from this one. */
async function sumHere(client: pg.Client): Promise<void> {
  for (const text of BARE) {
    const { rows } = await client.query<[number, string]>({ text, rowMode: 'array' });
    const sums = new Map<number, number>();
    for (const [id, value] of rows) sums.set(id, (sums.get(id) ?? 0) + Number(value));
  }
}

const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return p95(times);
}

/** Asks for the report until its last byte has come; what a client makes of it is not the tenant's time. */
async function askUsage({ url, token }: TenantProcess): Promise<string> {
  const answer = await fetch(`${url}/api/usage?from=1&to=2`, { headers: { authorization: `Bearer ${token}` } });
  return answer.text();
}

function mustBeWhole(report: string): void {
  const { rows, sold } = JSON.parse(report) as { rows: unknown[]; sold: { unmatched: { dishes: number } } };
  if (rows.length !== ITEMS || sold.unmatched.dishes > 0) throw new Error('the report is not whole');
}

/** The report of usage over a month. */
export async function bench(): Promise<Row[]> {
  const tenant = await startTenantProcess();
  const client = new pg.Client({ connectionString: tenant.databaseUrl });
  await client.connect();
  try {
    await client.query(SEED);
    mustBeWhole(await askUsage(tenant));
    const value = await timed(() => askUsage(tenant));
    const floor = await timed(async () => {
      for (const question of FACTS) await client.query(question);
    });
    const second = await timed(() => sumHere(client));
    const name = `Расход: ${ITEMS} позиций, ${DAYS} день, ${DISHES} рецептов, p95`;
    return [
      { ...atMost(name, value, LIMIT_MS * (await slowdown())), floor, ratio: value / floor },
      { name: '… второй предел: сложено не базой', value: second, unit: 'мс', floor, ratio: second / floor, ok: true },
    ];
  } finally {
    await client.end();
    await tenant.stop();
  }
}
