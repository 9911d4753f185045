import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { starterDrinks } from '../support/catalogue/starter-list.ts';
import { commands, JAMESON, routes, setUpCatalogueCli, test, UPC } from '../support/cli/catalogue-cli.ts';
import { shows, widest } from '../support/cli/cli.ts';

setUpCatalogueCli();

test.serial('a bottle is added, found in either script, changed, exported and its changes taken back', async (t) => {
  const { cli, ways, folder } = t.context;
  const made = await ways.json('aliases create', [JAMESON, '--description', 'Jameson 0,7 л', '--empty', '510,5']);
  const seen = await ways.terminal('aliases create', [UPC, '--description', '=Glenlivet 12', '--volume', '700']);
  const wrong = await ways.json('aliases create', ['4600000000001', '--description', 'Х']);
  t.like(made.json, { success: true, alias: { ean: JAMESON, weight_empty_g: 510.5 } });
  shows(t, seen.screen, `0${UPC}`);
  t.is(wrong.code, 1);

  const found = await ways.both('aliases search', ['джемесон']);
  t.like(found.json, { total: 1, data: [{ ean: JAMESON }] });
  shows(t, found.screen, JAMESON);
  t.true(widest(found.screen) <= 80);
  const show = await ways.both('aliases show', [UPC]);
  t.is(show.json.alias.volume_ml, 700);
  shows(t, show.screen, 'Объём, мл');
  shows(t, (await ways.terminal('aliases show', [JAMESON])).screen, '510,5');

  const edited = await ways.json('aliases edit', [JAMESON, '--empty', '512', '--brand', 'Jameson']);
  t.like(edited.json.alias, { weight_empty_g: 512, brand: 'Jameson', description: 'Jameson 0,7 л' });
  shows(t, (await ways.terminal('aliases edit', [JAMESON, '--brand', ''])).screen, 'Изменено');
  t.is((await ways.json('aliases edit', [JAMESON])).json.code, 'nothing_to_change');
  const history = await ways.both('aliases history', [JAMESON]);
  t.is((await ways.json('aliases history')).json.total, 4);
  t.is((await ways.json('aliases show', [String(edited.json.alias.id)])).json.alias.ean, JAMESON);
  t.deepEqual(
    history.json.data.map(({ action }: { action: string }) => action),
    ['updated', 'updated', 'created'],
  );
  shows(t, history.screen, 'Бренд: Jameson → —');
  const [, , first] = history.json.data;
  const reverted = await ways.json('aliases revert', [String(first.revision)]);
  t.like(reverted.json.alias, { weight_empty_g: 510.5, brand: null });
  shows(t, (await ways.terminal('aliases revert', [String(first.revision)])).screen, 'Возвращено');

  const file = join(folder, 'catalogue.csv');
  const exported = await ways.both('aliases export', [file]);
  t.is(exported.json.rows, 2);
  const text = await readFile(file, 'utf8');
  t.true(text.startsWith('\uFEFFean;'));
  t.true(text.includes('510,5'));
  t.true(text.includes("'=Glenlivet 12"), 'nothing in it is a formula');
  const atOnce = await Promise.all([1, 2, 3].map(() => cli(['aliases', 'export', file, '--json'])));
  t.deepEqual(
    atOnce.map(({ stdout }) => JSON.parse(stdout).rows),
    [2, 2, 2],
  );
  t.is(await readFile(file, 'utf8'), text);
  t.is((await ways.json('aliases export', [join(folder, 'нет', 'catalogue.csv')])).json.code, 'file');
  t.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  );

  t.is((await ways.json('aliases delete', [UPC])).json.code, 'not_confirmed');
  t.true((await ways.json('aliases delete', [UPC, '--yes'])).json.success);
  const deleted = await ways.terminal('aliases delete', [JAMESON], { answers: [['Убрать из каталога', 'y\n']] });
  shows(t, deleted.screen, 'Убрано');
  t.is((await ways.json('aliases search')).json.total, 0);
});

test.serial('aliases come from a workbook, are looked at first, and lists go into workbooks', async (t) => {
  const { ways, folder } = t.context;
  const table = join(folder, 'прайс.csv');
  await writeFile(table, `Что;Название;Объём\n${UPC};Ром;0,7\n4600000000001;Не код;1\n`);
  t.is((await ways.json('aliases import', [table])).json.code, 'not_confirmed');
  t.is((await ways.json('aliases import', [table, '--columns', 'A=colour'])).json.code, 'wrong_columns');
  const tried = await ways.json('aliases import', [table, '--columns', 'A=ean', '--dry-run']);
  t.like(tried.json.preview, { created: 1, invalid: 1 });
  t.is((await ways.json('aliases search')).json.total, 0);

  const packed = join(folder, 'прайс.csv.gz');
  await writeFile(packed, gzipSync(await readFile(table)));
  const rejects = join(folder, 'ошибки.csv');
  t.like((await ways.json('aliases import', [packed, '--dry-run', '--rejects', rejects])).json.preview, { total: 0 });
  await ways.json('aliases import', [packed, '--columns', 'A=ean', '--dry-run', '--rejects', rejects]);
  t.regex(await readFile(rejects, 'utf8'), /\r\n3;A;Штрихкод «4600000000001» неверен/);

  const seen = await ways.terminal('aliases import', [table, '--columns', 'A=ean'], {
    answers: [['Записать в каталог', 'y\n']],
  });
  for (const text of ['Штрихкод', 'Ром', 'Новый', 'Строка 3, столбец A', 'Добавлено 1']) shows(t, seen.screen, text);
  const [, importId = ''] = /--undo ([\da-f-]{36})/.exec(seen.screen) ?? [];
  t.like((await ways.json('aliases search')).json.data[0], { ean: `0${UPC}`, volume_ml: 700 });

  const first = await ways.terminal('aliases import', [table, '--columns', 'A=ean', '--source', 'Склад', '--dry-run']);
  shows(t, first.screen, 'Списков источника «Склад» ещё не загружали');
  const sourced = await ways.json('aliases import', [table, '--columns', 'A=ean', '--source', 'Склад', '--yes']);
  t.like(sourced.json, { created: 0, unchanged: 1 });
  await writeFile(table, `Штрихкод;Название\n4600051000057;Ром\n`);
  const later = await ways.terminal('aliases import', [table, '--source', 'Склад', '--dry-run']);
  shows(t, later.screen, 'С прежними списками «Склад»');

  const book = join(folder, 'catalogue.xlsx');
  t.is((await ways.json('aliases export', [book])).json.file, book);
  const again = await ways.json('aliases import', [book, '--yes']);
  t.like(again.json, { created: 0, updated: 0, unchanged: 1 });
  const list = await ways.both('aliases imports');
  t.deepEqual(
    list.json.imports.map(({ id, file, status, created }: Record<string, unknown>) => [id, file, status, created]),
    [
      [again.json.importId, 'catalogue.xlsx', 'committed', 0],
      [sourced.json.importId, 'прайс.csv', 'committed', 0],
      [importId, 'прайс.csv', 'committed', 1],
    ],
  );
  for (const text of ['прайс.csv', importId.slice(0, 8)]) shows(t, list.screen, text);
  const none = await ways.json('aliases import', ['--undo', '00000000']);
  t.deepEqual([none.json.code, /ostatok aliases imports/.test(none.json.error)], ['import_not_found', true]);
  t.like((await ways.json('aliases import', ['--undo', importId.slice(0, 8)])).json, { undone: 1, kept: 0 });
  t.is((await ways.json('aliases imports', ['--status', 'undone', '--search', 'прайс'])).json.total, 1);

  const saved = join(folder, 'list.xlsx');
  for (const list of [
    'users list',
    'tenants list',
    'subscriptions list',
    'plans list',
    'activity',
    'aliases proposals list',
  ])
    t.true((await ways.json(list, ['--file', saved])).json.bytes > 1000, list);
  t.is((await ways.json('users list', ['--file', join(folder, 'users.txt')])).json.code, 'not_xlsx');
  shows(t, (await ways.terminal('users list', ['--file', saved])).screen, 'Сохранено в');
});

test.serial(
  'a product gets codes of bottles and cases, which a saved table brings back, and gives them up',
  async (t) => {
    const { ways, folder } = t.context;
    const [main, twin, box] = ['4607000000014', '4607000000021', '14607000000011'];
    await ways.json('aliases create', [main, '--description', 'Настойка', '--empty', '400']);
    await ways.json('aliases create', [twin, '--description', 'Настойка, другая этикетка']);
    const added = await ways.json('aliases codes add', [main, box, '--pack', '12', '--yes']);
    t.like(added.json.alias, { ean: box, pack: 12, product_ean: main, weight_empty_g: 400 });
    t.is((await ways.json('aliases codes add', [main, twin])).json.code, 'not_confirmed');
    const linked = await ways.terminal('aliases codes add', [main, twin], {
      answers: [['Сделать «Настойка, другая этикетка»', 'y\n']],
    });
    shows(t, linked.screen, `Код ${twin} (бутылка) добавлен: Настойка`);
    t.is((await ways.json('aliases codes add', [twin, main, '--yes'])).json.code, 'main_code');

    const codes = await ways.both('aliases codes list', [box]);
    t.deepEqual(
      codes.json.codes.map(({ ean, pack }: { ean: string; pack: number }) => [ean, pack]),
      [
        [main, 1],
        [twin, 1],
        [box, 12],
      ],
    );
    for (const text of ['основной', 'ящик 12']) shows(t, codes.screen, text);
    shows(t, (await ways.terminal('aliases show', [box])).screen, 'Основной код товара');
    t.like((await ways.json('aliases history', [twin])).json.data[0].after, { product_ean: main, pack: 1 });

    for (const name of ['коды.csv', 'коды.xlsx']) {
      const file = join(folder, name);
      await ways.json('aliases export', [file]);
      const again = await ways.json('aliases import', [file, '--yes']);
      t.like(again.json, { created: 0, updated: 0, skipped: 0 }, name);
      await ways.json('aliases delete', [box, '--yes']);
      const back = await ways.terminal('aliases import', [file], { answers: [['Записать в каталог', 'y\n']] });
      shows(t, back.screen, 'Из них ещё кодов товаров: 2');
      t.like((await ways.json('aliases show', [box])).json.alias, { pack: 12, product_ean: main });
    }

    t.is((await ways.json('aliases codes separate', [box])).json.code, 'not_confirmed');
    t.is((await ways.json('aliases codes separate', [box, '--yes'])).json.alias, null);
    const apart = await ways.terminal('aliases codes separate', [twin], { answers: [['Отделить код', 'y\n']] });
    shows(t, apart.screen, 'снова «Настойка, другая этикетка»');
    await ways.json('aliases delete', [main, twin, '--yes']);
  },
);

test.serial('the starter list of drinks is looked at, loaded, found, and taken back', async (t) => {
  const { ways } = t.context;
  t.is((await ways.json('aliases import')).json.code, 'no_file');
  t.is((await ways.json('aliases import', ['прайс.csv', '--starter'])).json.code, 'two_files');
  t.is((await ways.json('aliases import', ['--starter'])).json.code, 'not_confirmed');
  const loaded = await ways.terminal('aliases import', ['--starter'], { answers: [['Записать в каталог', 'y\n']] });
  shows(t, loaded.screen, `Добавлено ${starterDrinks.length}`);
  t.is((await ways.json('aliases search', ['егермейстер'])).json.total, 2);

  const again = await ways.json('aliases import', ['--starter', '--yes']);
  t.like(again.json, { created: 0, updated: 0, unchanged: starterDrinks.length });
  const { imports } = (await ways.json('aliases imports')).json;
  t.is(imports[1].file, 'стартовый список.csv');
  t.like((await ways.json('aliases import', ['--undo', imports[1].id])).json, { undone: starterDrinks.length });
  await ways.json('aliases import', ['--undo', imports[0].id]);
  t.is((await ways.json('aliases search')).json.total, 0);
});

test.serial('what the catalogue learns goes to the venues that use it', async (t) => {
  const { ways, venue } = t.context;
  await venue.call('POST', '/api/items', { name: 'Виски', unit: 'л', group: 'strong', ean: JAMESON });
  await ways.json('aliases create', [JAMESON, '--description', 'Jameson', '--empty', '512', '--volume', '700']);

  t.is((await ways.json('aliases push')).json.code, 'not_confirmed');
  const counted = await ways.json('aliases push', ['--dry-run']);
  t.true(counted.json.success, counted.json.error);
  t.is((await venue.call('GET', '/api/items')).body.items[0].weight_empty_g, null);
  const seen = await ways.terminal('aliases push', [], { answers: [['Отправить заведениям', 'y\n']] });
  t.is(seen.code, 0, seen.screen);
  t.is((await venue.call('GET', '/api/items')).body.items[0].weight_empty_g, 512);
  t.true((await ways.json('aliases push', ['--yes'])).json.success, 'a second time there is nothing to do');
});

test.serial('proposals are approved with an amendment, rejected with a reason, and decided once', async (t) => {
  const { ways, platform, venue } = t.context;
  const propose = (ean: string, weight_empty_g: number) =>
    platform.db('alias_proposals').insert({
      tenant_id: venue.id,
      key: crypto.randomUUID(),
      ean,
      description: `Бутылка ${ean}`,
      weight_empty_g,
    });
  for (const [ean, weight] of [
    ['4600000000008', 400],
    ['4600000000015', 410],
    ['4600000000022', 420],
    ['4600000000039', 430],
  ] as const) {
    await propose(ean, weight);
  }

  const list = await ways.both('aliases proposals list');
  const show = await ways.both('aliases proposals show', [String(list.json.data[0].id)]);
  t.is(show.json.proposal.ean, list.json.data[0].ean);
  shows(t, show.screen, 'такой бутылки нет');
  t.is(list.json.total, 4);
  shows(t, list.screen, 'Ожидает');
  const [a, b, c, d] = list.json.data.map(({ id }: { id: number }) => String(id));
  const approved = await ways.json('aliases proposals approve', [a, '--empty', '405']);
  t.is(approved.json.alias?.weight_empty_g, 405, approved.json.error);
  shows(t, (await ways.terminal('aliases proposals approve', [b])).screen, 'Одобрено');
  t.is(
    (await ways.json('aliases proposals reject', [c, '--reason', 'Не та бутылка'])).json.proposal.status,
    'rejected',
  );
  shows(t, (await ways.terminal('aliases proposals reject', [d])).screen, 'Отклонено');
  t.is((await ways.json('aliases proposals approve', [a])).json.code, 'already_decided');

  const reopened = await ways.json('aliases proposals reopen', [a]);
  t.is(reopened.json.proposal?.status, 'pending', reopened.json.error);
  t.is((await ways.json('aliases proposals reopen', [a])).json.code, 'not_decided');
  shows(t, (await ways.terminal('aliases proposals reopen', [c, d])).screen, 'Снова ждёт решения');
});

test.serial('names that owners share are listed, approved and put back', async (t) => {
  const { ways, platform } = t.context;
  await ways.json('aliases create', ['96385074', '--description', 'Настойка']);
  const alias = await platform.db('aliases').where({ description: 'Настойка' }).first('id');
  const row = { alias_id: alias.id, name: 'настоечка', mark: 'nastoecka', created_at: new Date() };
  const [{ id }] = await platform.db('alias_synonyms').insert(row).returning('id');

  const list = await ways.both('aliases synonyms list');
  t.like(list.json, { total: 1, synonyms: [{ id, name: 'настоечка', description: 'Настойка', owners: 0 }] });
  shows(t, list.screen, 'настоечка');
  shows(t, (await ways.terminal('aliases synonyms set', ['approved', String(id)])).screen, 'Одобрено: настоечка');
  t.is((await ways.json('aliases synonyms list')).json.total, 0);
  t.is((await ways.json('aliases synonyms set', ['pending', String(id)])).json.synonym.status, 'pending');
  t.is((await ways.json('aliases synonyms set', ['approved', '999999'])).json.code, 'synonym_not_found');
});

test.serial('every route of the administrator about bottles is asked for by a command that ran here', (t) => {
  t.deepEqual(commands.missing(routes.list(), 'catalogue'), []);
});
