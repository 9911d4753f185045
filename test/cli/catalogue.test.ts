import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import anyTest, { type TestFn } from 'ava';
import { type Cli, shows, signedInCli, type Ways, waysOf, widest } from '../support/cli.ts';
import { watchCommands } from '../support/cli-routes.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../support/platform.ts';
import { watchRoutes } from '../support/routes.ts';
import { until } from '../support/until.ts';

const routes = watchRoutes();
const commands = watchCommands();
const test = anyTest as TestFn<{
  platform: TestPlatform;
  cli: Cli;
  ways: Ways;
  /** A folder for files. */
  folder: string;
  email: string;
  venue: TestVenue;
}>;

test.before(async (t) => {
  const platform = await startTestPlatform();
  const cli = await signedInCli(platform, 'admin');
  const venue = await newVenue(platform, await newOwner(platform));
  await platform.db('users').update({ email_verified: true });
  t.context = { platform, venue, cli, folder: cli.config, email: cli.email, ways: waysOf(cli) };
});
test.after.always((t) => t.context.platform.stop());

const JAMESON = '5011007003029';
const UPC = '080432400432';

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

  const seen = await ways.terminal('aliases import', [table, '--columns', 'A=ean'], {
    answers: [['Записать в каталог', 'y\n']],
  });
  for (const text of ['Штрихкод', 'Ром', 'Новый', 'Строка 3, столбец A', 'Добавлено 1']) shows(t, seen.screen, text);
  const [, importId = ''] = /--undo ([\da-f-]{36})/.exec(seen.screen) ?? [];
  t.like((await ways.json('aliases search')).json.data[0], { ean: `0${UPC}`, volume_ml: 700 });

  const book = join(folder, 'catalogue.xlsx');
  t.is((await ways.json('aliases export', [book])).json.file, book);
  const again = await ways.json('aliases import', [book, '--yes']);
  t.like(again.json, { created: 0, updated: 0, unchanged: 1 });
  const list = await ways.both('aliases imports');
  t.deepEqual(
    list.json.imports.map(({ id, file, status, created }: Record<string, unknown>) => [id, file, status, created]),
    [
      [again.json.importId, 'catalogue.xlsx', 'committed', 0],
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

test.serial(
  'a template is made, tried, copied, changed and deleted; a platform’s own one can be brought back',
  async (t) => {
    const { ways, folder, email } = t.context;
    const letter = join(folder, 'letter.mjml');
    await writeFile(
      letter,
      '<mjml><mj-body><mj-section><mj-column><mj-text>Здравствуйте, {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>',
    );
    const source = ['--subject', 'Новости', '--file', letter];

    const made = await ways.json('campaigns templates create', ['Новости', ...source]);
    t.true(made.json.success, made.json.error);
    const id = String(made.json.template.id);
    shows(t, (await ways.terminal('campaigns templates create', ['Вторые', ...source])).screen, 'сохранён');
    const list = await ways.both('campaigns templates list', ['--no-system']);
    t.is(list.json.total, 2);
    shows(t, list.screen, 'для рассылок');
    const show = await ways.both('campaigns templates show', [id, '--source']);
    shows(t, show.screen, 'mj-text');
    const copied = await ways.json('campaigns templates copy', [id]);
    t.is(copied.json.template.name, 'Новости (копия)');
    shows(t, (await ways.terminal('campaigns templates copy', [id])).screen, 'Скопировано');
    const edited = await ways.json('campaigns templates edit', [id, '--subject', 'Свежее']);
    t.like(edited.json.template, { subject: 'Свежее', name: 'Новости' });
    shows(t, (await ways.terminal('campaigns templates edit', [id, '--name', 'Весна'])).screen, 'Весна');
    t.is((await ways.json('campaigns templates test', [id])).json.email, email);
    shows(t, (await ways.terminal('campaigns templates test', [id])).screen, email);

    const preview = await ways.both('campaigns templates preview', [id]);
    t.deepEqual(preview.json.unknown, []);
    shows(t, preview.screen, 'Здравствуйте,');
    const variables = await ways.both('campaigns templates variables');
    t.true(variables.json.variables.some(({ name }: { name: string }) => name === 'name'));
    shows(t, variables.screen, '{{name}}');

    const system = (await ways.json('campaigns templates list', ['--system'])).json.templates[0];
    const own = String(system.template_type);
    t.is((await ways.json('campaigns templates show', [own])).json.template.id, system.id);
    t.is((await ways.json('campaigns templates edit', [own, '--subject', 'Иначе'])).json.code, 'not_confirmed');
    t.is(
      (await ways.json('campaigns templates edit', [own, '--subject', 'Иначе', '--yes'])).json.template.subject,
      'Иначе',
    );
    t.is((await ways.json('campaigns templates reset', [own, '--yes'])).json.template.subject, system.subject);
    const reset = await ways.terminal('campaigns templates reset', [own], { answers: [['исходный текст?', 'y\n']] });
    shows(t, reset.screen, 'Исходный текст возвращён');

    const copy = String(copied.json.template.id);
    t.is((await ways.json('campaigns templates delete', [copy])).json.code, 'not_confirmed');
    t.true((await ways.json('campaigns templates delete', [copy, '--yes'])).json.success);
    const deleted = await ways.terminal('campaigns templates delete', [id], {
      answers: [['Вернуть его нельзя', 'y\n']],
    });
    shows(t, deleted.screen, 'Шаблон удалён');
  },
);

test.serial(
  'a campaign is tried on oneself, sent after a question to the number of people, and followed',
  async (t) => {
    const { ways, platform, folder, email } = t.context;
    const page = join(folder, 'page.html');
    await writeFile(page, '<p>Здравствуйте, {{name}}</p>');
    const letter = ['--subject', 'Новые весы', '--html', page];
    const people = 40;
    await platform.db('users').insert(
      Array.from({ length: people }, (_, index) => ({
        email: `guest-${index}@test.example`,
        name: `Гость ${index}`,
        email_verified: true,
        consent_at: new Date(),
      })),
    );

    const tried = await ways.json('campaigns send', letter);
    t.like(tried.json, { success: true, sent: 1, total: 1 }, tried.json.error);
    t.is(tried.json.campaign.test_mode, true);
    t.is((await ways.json('campaigns send', [...letter, '--real'])).json.code, 'not_confirmed');
    const sent = await ways.terminal('campaigns send', [...letter, '--real'], { answers: [['писем:', 'y\n']] });
    t.is(sent.code, 0, sent.screen);
    shows(t, sent.screen, 'Все получатели');

    const list = await ways.both('campaigns list');
    t.is(list.json.total, 2);
    shows(t, list.screen, 'готова');
    const [{ id, total }] = list.json.campaigns;
    t.true(total >= people);
    const show = await ways.both('campaigns show', [id]);
    t.is(show.json.campaign.sent, total);
    shows(t, show.screen, `${total} из ${total}`);
    const recipients = await ways.both('campaigns recipients', [id, '--status', 'sent', '--limit', '5']);
    t.is(recipients.json.total, total);
    shows(t, recipients.screen, 'Отправлено');
    t.false(recipients.json.recipients.some((one: { email: string }) => one.email === email));
    const saved = await ways.json('campaigns recipients', [id, '--file', join(folder, 'recipients.xlsx')]);
    t.true(saved.json.bytes > 1000, saved.json.error);
    const follow = await ways.both('campaigns follow', [id.slice(0, 8)]);
    t.true(follow.json.success);
    shows(t, follow.screen, 'Готово');
    for (const verb of ['pause', 'resume', 'cancel']) {
      const over = await ways.both(`campaigns ${verb}`, [id]);
      t.is(over.json.code, 'campaign_over', verb);
      t.regex(over.screen, /[а-я]/i);
    }
    const stats = await ways.both('campaigns stats', ['--days', '7']);
    t.true(stats.json.daily.length >= 7);
    shows(t, stats.screen, 'отправлено');
  },
);

test.serial('a long work that is left with Ctrl-C goes on, and says how to return to it', async (t) => {
  const { ways, platform, venue } = t.context;
  const address = new URL(platform.databaseUrl);
  address.pathname = `/${venue.id}`;
  const inside = connect(address.href, { max: 1 });
  const held = await inside.transaction();
  await held.raw('lock table items in access exclusive mode');

  const left = await ways.terminal('backups create', ['--all'], { answers: [['Ctrl-C — отойти', '\u0003']] });
  await held.rollback();
  await inside.destroy();

  t.is(left.code, 1, left.screen);
  const [, id] = /ostatok operations follow ([\w-]+)/.exec(left.screen.replaceAll('\n', '')) ?? [];
  t.truthy(id, left.screen);
  const isDone = async () => (await platform.db('operations').where({ id }).first('status'))?.status === 'done';
  await until(isDone, 'the end of the work');
});

test.serial(
  'every route of the administrator about bottles and letters is asked for by a command that ran here',
  (t) => {
    t.deepEqual(commands.missing(routes.list(), 'catalogue'), []);
  },
);
