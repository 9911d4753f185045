import { readdir } from 'node:fs/promises';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { changesOf, EXTRACT_FORMAT, MOST_EXTRACT_BYTES } from '@ostatok/kit/contract/drink-extract.ts';
import test, { type ExecutionContext } from 'ava';
import { codeOf } from '../support/catalogue/alias-imports.ts';
import { createExtractPhone, createExtractProcess, unpack } from '../support/catalogue/drink-extract.ts';
import { createTestApi } from '../support/platform/api.ts';
import { startTestPlatform } from '../support/platform/platform.ts';
import { seeded, seedFor } from '../support/run/random.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const random = seeded(seedFor('drink extract of the platform'));
const some = (most: number): number => Math.floor(random() * most);

/** A catalogue of its own with a process that makes the extract of it. */
async function openCatalogue(t: ExecutionContext, options: { most?: number } = {}) {
  const api = await createTestApi();
  const process = await createExtractProcess(api.db, options);
  t.teardown(async () => {
    await process.close();
    await api.close();
  });
  const { catalogue } = api.administration;
  const { id: admin } = await api.signUp('admin');
  return {
    db: api.db,
    process,
    add: (fields: Partial<AliasInput> & { ean: string }) =>
      catalogue.create(admin, { category: 'Ром', volume_ml: 700, description: `Ром ${fields.ean}`, ...fields }),
    change: (id: number, fields: AliasInput) => catalogue.update(admin, id, fields),
    remove: (id: number) => catalogue.remove(admin, id),
    async import(rows: AliasInput[]): Promise<void> {
      await catalogue.importRows(rows, admin);
    },
  };
}

async function namesOf({ process }: Awaited<ReturnType<typeof openCatalogue>>): Promise<string[]> {
  await process.extract.build();
  const phone = createExtractPhone(process);
  await phone.refresh();
  return phone.drinks().map(({ name }) => name);
}

test('drinks are chosen by their category, else by strength or by a kind of drink with a volume', async (t) => {
  const bar = await openCatalogue(t);
  const rows: Partial<AliasInput>[] = [
    { description: 'Zacapa', category: 'Алкогольные напитки/Ром', volume_ml: null },
    { description: 'Tassay', category: 'Безалкогольные', subcategory: 'Вода' },
    { description: 'Punk', category: 'oluet' },
    { description: 'Ардбег', category: null, volume_ml: null, alcohol_percent: 46 },
    { description: 'Пиво Балтика', category: null, volume_ml: 500 },
    { description: 'Пиво Балтика магнит', category: null, volume_ml: null },
    { description: 'Шампунь', category: null, volume_ml: 250 },
    { description: 'Водка в названии', category: 'Бытовая химия' },
  ];
  for (const [at, row] of rows.entries()) await bar.add({ ean: codeOf(at), ...row });

  t.deepEqual(await namesOf(bar), ['Zacapa', 'Tassay', 'Punk', 'Ардбег', 'Пиво Балтика']);
});

test('phones of any version come to the same drinks by changes as by the whole, as the catalogue goes on', async (t) => {
  // so few bytes that the last of the list come and go
  const bar = await openCatalogue(t, { most: 4000 });
  const known = new Map<number, AliasInput>();
  const phones = [createExtractPhone(bar.process)];
  for (let round = 0; round < 12; round += 1) {
    for (let times = some(40); times >= 0; times -= 1) {
      const code = codeOf(some(300));
      const fields = {
        ...{
          ean: code,
          description: `Ром ${random().toString(36)}`,
          category: 'Ром',
          volume_ml: some(3) * 350 || null,
        },
        ...{ brand: random() < 0.5 ? `Марка ${some(3)}` : null },
      };
      const [id] = [...known].find(([, { ean }]) => ean === code) ?? [];
      if (id === undefined) known.set((await bar.add(fields)).id, fields);
      else if (random() < 0.3) {
        await bar.remove(id);
        known.delete(id);
      } else await bar.change(id, fields);
    }
    await bar.process.extract.build();
    const fresh = createExtractPhone(bar.process);
    t.is(await fresh.refresh(), 'whole');
    for (const phone of phones) {
      // some phones are away for a while
      if (random() < 0.4) continue;
      await phone.refresh();
      t.deepEqual(phone.drinks(), fresh.drinks());
    }
    phones.push(fresh);
  }
  const [{ size }] = await bar.db('drink_extract_versions').orderBy('revision', 'desc').limit(1);
  t.true(size <= 4000);
  const away = phones.at(-2);
  t.not(await away?.refresh(), 'whole');
});

test('the extract keeps to its size: what people have measured stays, and what is known least is left out', async (t) => {
  const bar = await openCatalogue(t, { most: 3000 });
  const texts = Array.from({ length: 400 }, (_, at) => ({
    ...{ ean: codeOf(at), category: 'Ром', description: `Rum ${random().toString(36)}` },
    ...{ brand: at < 20 ? 'Barcelo' : null, volume_ml: at < 20 ? 700 : null },
  }));
  await bar.import(texts);
  await bar.add({ ean: codeOf(999), description: 'Взвешен', weight_empty_g: 500, weight_full_g: 1200 });

  const names = await namesOf(bar);
  t.true(names.includes('Взвешен'));
  for (const { description } of texts.slice(0, 20)) t.true(names.includes(description));
  t.true(names.length > 50 && names.length < 400, `${names.length}`);
  const [{ version, size }] = await bar.db('drink_extract_versions');
  const whole = await bar.process.ask(version);
  t.true(whole.body.length <= size && size <= 3000);
});

test('a change of what is no drink makes no version, and phones are told of nothing', async (t) => {
  const bar = await openCatalogue(t);
  const rum = await bar.add({ ean: codeOf(1) });
  await bar.process.extract.build();
  const phone = createExtractPhone(bar.process);
  await phone.refresh();
  await bar.add({ ean: codeOf(2), category: 'Посуда', description: 'Бокал', volume_ml: null });
  await bar.process.extract.build();
  t.is((await bar.db('drink_extract_versions')).length, 1);

  await bar.change(rum.id, { ean: codeOf(1), description: 'Другое имя' });
  await bar.process.extract.build();
  t.is(await phone.refresh(), 'changes');
  t.is(phone.drinks()[0]?.name, 'Другое имя');
});

test('every cache may keep the answers, and a version is the same bytes from any process', async (t) => {
  const bar = await openCatalogue(t);
  t.is(await bar.process.extract.latest(), undefined);
  const rum = await bar.add({ ean: codeOf(1) });
  await bar.process.extract.build();
  const { version: first } = await bar.process.latest();
  await bar.change(rum.id, { ean: codeOf(1), description: 'Другое имя' });
  await bar.process.extract.build();
  const other = await createExtractProcess(bar.db);
  t.teardown(other.close);

  const { version, ...latest } = await other.latest();
  t.like(latest, { format: EXTRACT_FORMAT, rows: 1 });
  const immutable = { 'cache-control': 'public, max-age=31536000, immutable', 'set-cookie': undefined };
  const changes = await other.ask(`${version}/since/${first}`);
  t.like(changes.headers, { ...immutable, 'content-encoding': 'gzip' });
  t.deepEqual(changesOf(changes.body.toString()), [[codeOf(1), 'Другое имя', 700]]);
  const whole = await other.ask(version);
  t.like(whole.headers, { ...immutable, 'content-type': 'application/octet-stream' });
  t.deepEqual(whole.body, (await bar.process.ask(version)).body);
  t.is(unpack(whole.body)?.version, version);
  t.is((await other.ask(version).set('If-None-Match', whole.headers.etag ?? '')).status, 304);
  const part = await other.ask(version).set('Range', 'bytes=10-');
  t.deepEqual(part.body, whole.body.subarray(10));
});

test('whoever does not know the name of a version gets nothing, and only what exists becomes a file', async (t) => {
  const bar = await openCatalogue(t);
  const rum = await bar.add({ ean: codeOf(1) });
  await bar.process.extract.build();
  const { version: first } = await bar.process.latest();
  await bar.change(rum.id, { ean: codeOf(1), description: 'Другое имя' });
  await bar.process.extract.build();
  const { version } = await bar.process.latest();
  t.regex(version, /^\d+-[0-9a-f]{32}$/, 'as long as a secret has to be');
  const [revision] = version.split('-');
  const strange = [
    ...['0', '-1', '1e9', 'null', 'none', `${revision}`, `${revision}-`, `${revision}-${'0'.repeat(32)}`],
    ...[version.slice(0, -1), `${version}0`, `${version}.whole`, "1'--", '%00', '..%2f..%2fetc', 'a'.repeat(5000)],
  ];
  for (const one of strange) {
    t.is((await bar.process.ask(one)).status, 404, one);
    t.is((await bar.process.ask(`${one}/since/${first}`)).status, 404, one);
    t.is((await bar.process.ask(`${version}/since/${one}`)).status, 404, one);
  }
  t.is((await bar.process.ask(`${version}/since/${first}`)).status, 200);
  t.is((await bar.process.ask(version)).status, 200);
  const files = await readdir(bar.process.extract.folder);
  t.deepEqual(files.sort(), [`${first}.whole`, `${version}.since-${first}.json.gz`, `${version}.whole`].sort());
});

test('after the platform was restored, phones from a later time take the whole', async (t) => {
  const bar = await openCatalogue(t);
  await bar.add({ ean: codeOf(1) });
  await bar.process.extract.build();
  await bar.add({ ean: codeOf(2) });
  await bar.process.extract.build();
  const phone = createExtractPhone(bar.process);
  await phone.refresh();
  const [newest] = await bar.db('drink_extract_versions').orderBy('revision', 'desc').limit(1);
  await bar.db('drink_extract_versions').where({ version: newest.version }).delete();
  await bar
    .db('drink_extract_rows')
    .where({ ean: codeOf(2) })
    .delete();
  await bar.add({ ean: codeOf(3) });
  await bar
    .db('aliases')
    .where({ ean: codeOf(2) })
    .delete();
  await bar.process.extract.build();

  t.is(await phone.refresh(), 'whole');
  t.deepEqual(
    phone.drinks().map(({ ean }) => ean),
    [codeOf(1), codeOf(3)],
  );
});

test('too many changes at once are the whole, and old files go', async (t) => {
  const bar = await openCatalogue(t);
  await bar.add({ ean: codeOf(0) });
  await bar.process.extract.build();
  const phone = createExtractPhone(bar.process);
  await phone.refresh();
  const rows = Array.from({ length: 5001 }, (_, at) => ({
    ean: codeOf(at + 1),
    category: 'Вино',
    description: `Вино ${at}`,
  }));
  await bar.import(rows);
  await bar.process.extract.build();
  t.is(await phone.refresh(), 'whole');
  t.is(phone.drinks().length, 5002);
  await bar.add({ ean: codeOf(9000) });
  await bar.process.extract.build();
  t.is(await phone.refresh(), 'changes');

  const versions = (await bar.db('drink_extract_versions').orderBy('revision', 'desc')).map(({ version }) => version);
  const files = await readdir(bar.process.extract.folder);
  t.true(files.every((name) => versions.slice(0, 2).some((version) => name.startsWith(version))));
  t.true(versions.length === 3 && MOST_EXTRACT_BYTES === 2_000_000);
});

test('the platform answers under the name of any venue, and tells a version to venues alone', async (t) => {
  const platform = await startTestPlatform();
  t.teardown(platform.stop);
  await platform.administration.catalogue.importRows([{ ean: codeOf(1), category: 'Ром', description: 'Ром' }], null);
  await platform.drinkExtract.build();
  const version = (await platform.drinkExtract.latest())?.version;
  const ask = (path: string, host = 'nobody.localhost') => rawRequest(platform.port, { path, host });

  for (const host of ['nobody.localhost', 'localhost'])
    t.like(await ask(`/shared/drinks/${version}`, host), { status: 200 });
  for (const path of ['/shared/drinks', '/shared/drinks/since', '/shared/else', '/shared/api/admin/aliases'])
    t.is((await ask(path)).status, 404, path);
  t.is((await ask('/internal/drinks', 'localhost')).status, 401);
});
