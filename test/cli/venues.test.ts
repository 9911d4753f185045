import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shows, signedInCli, widest } from '../support/cli/cli.ts';
import { commands, routes, setUpVenuesCli, test } from '../support/cli/venues-cli.ts';
import { newBot, newOwner, signInTo, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { updXml } from '../tenant-runtime/deliveries/documents.ts';
import { olap, olapRow } from '../tenant-runtime/sales/files.ts';

setUpVenuesCli();

const findShared = ({ db }: TestPlatform) => db('max_bots').where({ is_shared: true }).first('id');

test.serial('venues are listed and shown with what runs, who owns them and when they were backed up', async (t) => {
  const { ways, venue } = t.context;

  const list = await ways.both('tenants list', ['--search', venue.subdomain]);
  const show = await ways.both('tenants show', [venue.subdomain]);
  const missing = await ways.json('tenants show', ['no-such-bar']);

  t.deepEqual([list.code, list.terminalCode], [0, 0]);
  shows(t, list.screen, venue.id);
  t.true(widest(list.screen) <= 80);
  t.like(show.json.tenant, { tenant_id: venue.id, status: 'active', process: { state: 'running' } });
  shows(t, show.screen, 'Работает');
  t.is(missing.json.code, 'tenant_not_found');
});

test.serial('a venue is restarted, suspended so that it answers nobody, and activated', async (t) => {
  const { ways, venue, other } = t.context;

  const both = await ways.json('tenants restart', [venue.subdomain, other.id]);
  t.deepEqual(
    both.json.results.map(({ success, target }: { success: boolean; target: string }) => [success, target]),
    [
      [true, venue.subdomain],
      [true, other.subdomain],
    ],
  );
  const mistyped = await ways.json('tenants suspend', [venue.subdomain, 'no-such-bar']);
  t.is(mistyped.json.code, 'tenant_not_found');
  t.is((await venue.call('GET', '/api/items')).status, 200, 'nothing is done where one of them is not there');
  shows(t, (await ways.terminal('tenants restart', [other.id])).screen, 'Тенант перезапущен');
  t.true((await ways.json('tenants suspend', [venue.subdomain])).json.success);
  shows(t, (await ways.terminal('tenants suspend', [other.subdomain])).screen, 'Тенант приостановлен');
  t.true((await venue.call('GET', '/api/items')).status >= 400);
  const half = await ways.json('tenants restart', [venue.subdomain, other.subdomain]);
  t.deepEqual([half.code, half.json.success], [1, false]);
  t.deepEqual(
    half.json.results.map(({ code }: { code?: string }) => code),
    ['tenant_not_active', 'tenant_not_active'],
  );
  const stopped = await ways.json('tenants restart', [venue.subdomain]);
  t.is(stopped.json.code, 'tenant_not_active');
  t.true(stopped.json.error.endsWith(`ostatok tenants activate ${venue.subdomain}`), stopped.json.error);
  t.true((await ways.json('tenants activate', [venue.subdomain])).json.success);
  shows(t, (await ways.terminal('tenants activate', [other.subdomain])).screen, 'Тенант активирован');
  t.is((await venue.call('GET', '/api/items')).status, 200);
});

test.serial('a bot’s token is replaced from a file or a question, and is never seen', async (t) => {
  const { ways, platform, venue, other } = t.context;
  const file = join(platform.home, 'token.txt');
  const [first, second] = await Promise.all([newBot(platform), newBot(platform)]);
  await writeFile(file, `${first.token}\n`);

  const script = await ways.json('tenants token', [venue.subdomain, '--token-file', file]);
  const seen = await ways.terminal('tenants token', [other.subdomain], {
    answers: [['Токен бота', `${second.token}\n`]],
  });
  const none = await ways.json('tenants token', [venue.subdomain]);
  const taken = await ways.json('tenants token', [other.subdomain, '--token-file', file]);

  t.like(script.json, { success: true, bot: { username: first.username, another: true } });
  shows(t, seen.screen, `бот @${second.username}`);
  t.is(none.json.code, 'no_token');
  t.is(taken.json.code, 'bot_taken');
  const secrets = [first, second].map(({ token }) => token.split(':')[1] ?? token);
  const said = JSON.stringify([script.json, seen.screen, none.json, taken.json]);
  t.false(secrets.some((secret) => said.includes(secret)));
});

test.serial('the bot of a venue in MAX is shown, connected and disconnected; its token is never seen', async (t) => {
  const { max, shared, platform, ways, venue } = t.context;
  const [first, second] = [max.bot(), max.bot()];
  const file = join(platform.home, 'max-token.txt');
  await writeFile(file, `${first.token}\n`);

  await until(async () => Boolean(await findShared(platform)), 'the shared bot is set');

  const none = await ways.both('tenants max', [venue.subdomain]);
  const script = await ways.json('tenants max', [venue.id, '--token-file', file]);
  const asked = await ways.terminal('tenants max', [venue.subdomain, '--own'], {
    answers: [['Токен бота MAX', `${second.token}\n`]],
  });
  const untold = await ways.json('tenants max', [venue.subdomain, '--own']);
  await writeFile(file, shared.token);
  const taken = await ways.json('tenants max', [venue.subdomain, '--token-file', file]);
  const common = await ways.terminal('tenants max', [venue.subdomain, '--shared']);
  const card = await ways.terminal('tenants show', [venue.subdomain]);
  const off = await ways.json('tenants max', [venue.subdomain, '--off']);

  t.deepEqual(none.json.max, { bot: null, sharedAvailable: true });
  shows(t, none.screen, 'MAX не подключён');
  shows(t, none.screen, `ostatok tenants max ${venue.subdomain} --shared`);
  t.like(script.json, { success: true, tenant_id: venue.id, max: { bot: { username: first.username } } });
  for (const text of [second.username, `https://max.ru/${second.username}`, 'Свой бот. На связи'])
    shows(t, asked.screen, text);
  t.true(widest(none.screen) <= 80, none.screen);
  t.true(widest(card.screen) <= 80, card.screen);
  t.is(untold.json.code, 'no_token');
  t.is(taken.json.code, 'bot_taken');
  shows(t, common.screen, 'Общий бот. На связи');
  shows(t, card.screen, `${shared.username}. Общий бот. На связи`);
  t.is(off.json.max.bot, null);
  const said = JSON.stringify([none, script, asked, untold, taken, common, card, off]);
  t.false(
    [first, second, shared].some(({ token }) => said.includes(token)),
    'no token is shown',
  );
});

test.serial('a venue is opened with a bot in MAX, and the administrator’s link is printed', async (t) => {
  const { max, shared, platform } = t.context;
  const cli = await signedInCli(platform);
  const own = max.bot();
  const file = join(platform.home, 'own-token.txt');
  await writeFile(file, own.token);
  const create = (name: string, ...args: string[]) => cli(['tenants', 'create', name, '--admin', 'anna', ...args]);
  const change = { plan_id: platform.db('plans').where({ name: 'professional' }).select('id') };
  await platform
    .db('subscriptions')
    .where({ user_id: platform.db('users').max('id') })
    .update(change);

  const common = await create('max-shared', '--chat', 'max_shared');
  const single = await create('max-own', '--chat', 'max', '--token-file', file);
  const plain = await create('max-plain', '--chat', 'max', '--bot-token', own.token);
  const none = await create('max-none', '--chat', 'max');

  t.is(common.code, 0, common.stderr);
  t.true(
    common.stderr.includes(`Подключить MAX (один раз, в течение суток): https://max.ru/${shared.username}?start=t`),
  );
  t.is(single.code, 0, single.stderr);
  t.true(single.stderr.includes(`https://max.ru/${own.username}?start=t`), single.stderr);
  t.false(single.stderr.includes(own.token));
  t.regex(plain.stderr, /--bot-token — токен бота Telegram/);
  t.regex(none.stderr, /--token-file ФАЙЛ/);
  t.deepEqual([plain.code, none.code], [1, 1]);
});

test.serial('the lines of a venue’s log, and a sign-in for support with its reason', async (t) => {
  const { ways, venue, other } = t.context;

  const logs = await ways.both('tenants logs', [venue.subdomain, '--lines', '5']);
  const support = await ways.json('tenants support', [
    venue.subdomain,
    '--reason',
    'Владелец просит помочь с импортом',
  ]);
  const seen = await ways.terminal('tenants support', [other.subdomain, '--reason', 'Не сходится остаток']);
  const short = await ways.json('tenants support', [venue.subdomain, '--reason', 'надо']);

  const line = logs.json.lines.find(({ level }: { level: string | null }) => level === 'info');
  const watched = await ways.terminal('tenants logs', [venue.subdomain, '--follow', '--since', '1d'], {
    answers: [['инфо', '\u0003']],
  });
  t.regex(line.at, /^\d{4}-\d\d-\d\dT/);
  t.false(logs.screen.includes('"level"'));
  shows(t, logs.screen, line.message);
  t.is(watched.code, 0, watched.screen);
  t.true(support.json.url.startsWith(`http://${venue.subdomain}.localhost`), support.json.error);
  shows(t, seen.screen, 'Она на один раз');
  t.is(short.code, 1);
});

test.serial('a venue, or all of them, is brought to the present release under the administrator’s eyes', async (t) => {
  const { ways, venue, other } = t.context;

  const one = await ways.json('tenants update', [venue.subdomain]);
  const seen = await ways.terminal('tenants update', ['--all'], { answers: [['5-10 минут', 'y\n']] });
  const none = await ways.json('tenants update');
  const { images } = (await ways.json('images list')).json;
  const pinned = await ways.json('tenants pin', [venue.subdomain, images[0].tag]);
  const card = await ways.terminal('tenants show', [venue.subdomain]);
  const free = await ways.terminal('tenants pin', [venue.subdomain, '--default']);
  const neither = await ways.json('tenants pin', [venue.subdomain]);
  const given = await ways.json('tenants domain', [venue.subdomain, `${venue.subdomain}.moybar.example`]);
  const shown = await ways.terminal('tenants domain', [venue.subdomain]);
  const taken = await ways.terminal('tenants domain', [venue.subdomain, '--none']);
  t.is(given.json.domain.name, `${venue.subdomain}.moybar.example`);
  shows(t, shown.screen, 'ещё нет');
  shows(t, taken.screen, 'Своего домена больше нет');
  t.is(pinned.json.release, images[0].tag);
  shows(t, card.screen, `закреплено: ${images[0].tag}`);
  shows(t, free.screen, 'Следует за выпуском всех');
  t.is(neither.json.code, 'which_image');

  const moved = await ways.json('hosting migrate', [venue.subdomain]);
  t.like(moved.json, { success: true, operation: { status: 'done', total: 1, failed: 0 } });
  t.regex(moved.json.operation.message, /^Перенесено заведений: 1/);
  const movedAll = await ways.terminal('hosting migrate', ['--all'], { answers: [['Перенести все', 'y\n']] });
  t.is(movedAll.code, 0, movedAll.screen);
  shows(t, movedAll.screen, 'никого не осталось');
  const nowhere = await ways.json('hosting migrate', [venue.subdomain, '--to', 'docker']);
  t.is(nowhere.json.code, 'no_such_hosting');
  t.like(one.json, { success: true, operation: { status: 'done', total: 1, failed: 0 } });
  t.is(seen.code, 0, seen.screen);
  shows(t, seen.screen, 'Готово');
  t.is(none.json.code, 'which_tenant');
  const works = await ways.both('operations list', ['--kind', 'update_all']);
  t.true(works.json.total >= 1);
  shows(t, works.screen, 'Готово');
  const start = works.json.operations[0].id.slice(0, 8);
  t.true(works.screen.includes(start), 'the number can be copied');
  const followed = await ways.both('operations follow', [start]);
  const parts = await ways.both('operations show', [start]);
  t.is(parts.json.total, parts.json.operation.total);
  shows(t, parts.screen, 'сделано');
  const several = await ways.json('operations follow', ['']);
  t.is(several.json.code, 'operation_not_found');
  t.true(followed.json.success);
  shows(t, followed.screen, 'Готово');
  for (const verb of ['cancel', 'pause', 'resume']) {
    const over = await ways.both(`operations ${verb}`, [works.json.operations[0].id]);
    t.is(over.code, 1, `${verb} of what is over`);
    t.regex(over.screen, /[а-я]/i);
  }
  t.is((await other.call('GET', '/api/items')).status, 200);
});

test.serial('a venue is backed up, the backup proven, the venue brought back to it', async (t) => {
  const { platform, ways, venue } = t.context;
  const item = { name: 'Лагер', unit: 'л', group: 'soft' };

  const made = await ways.json('tenants backup', [venue.subdomain]);
  const seen = await ways.terminal('tenants backup', [venue.subdomain]);
  t.true(made.json.success, made.json.error);
  t.is(seen.code, 0, seen.screen);
  t.is((await venue.call('POST', '/api/items', item)).status, 201);
  const list = await ways.both('backups list', ['--tenant', venue.subdomain]);
  t.is(list.json.total, 2);
  const [newest, oldest] = list.json.backups;
  shows(t, list.screen, newest.id.slice(0, 8));
  const show = await ways.both('backups show', [newest.id.slice(0, 8)]);
  t.is(show.json.backup.id, newest.id);
  shows(t, show.screen, newest.sha256);
  const verified = await ways.json('backups verify', [newest.id]);
  t.truthy(verified.json.backup.verified_at);
  shows(t, (await ways.terminal('backups verify', [oldest.id])).screen, 'всё в ней на месте');

  t.is((await ways.json('tenants restore', [venue.subdomain])).json.code, 'not_confirmed');
  const restored = await ways.json('tenants restore', [venue.subdomain, '--yes']);
  t.true(restored.json.success, restored.json.error);
  t.is((await venue.call('GET', '/api/items')).status, 401, 'whoever was signed in signs in anew');
  const entered = await signInTo(platform, venue);
  t.deepEqual((await entered.call('GET', '/api/items')).body.items, []);
  const again = await ways.terminal('tenants restore', [venue.subdomain, '--backup', oldest.id], {
    answers: [['пропадёт', 'y\n']],
  });
  t.is(again.code, 0, again.screen);
  const byNumber = await ways.json('backups restore', [newest.id, '--yes']);
  t.true(byNumber.json.success, byNumber.json.error);
  const declined = await ways.terminal('backups restore', [newest.id], { answers: [['пропадёт', 'n\n']] });
  shows(t, declined.screen, 'Ничего не сделано');

  t.true((await ways.json('backups create')).json.success);
  t.is((await ways.terminal('backups create', ['--tenant', venue.subdomain])).code, 0);
  t.true((await ways.json('backups delete', [oldest.id, '--yes'])).json.success);
  const deleted = await ways.terminal('backups delete', [newest.id], { answers: [['Вернуть её нельзя', 'y\n']] });
  shows(t, deleted.screen, 'Копия удалена');
});

test.serial('a venue is archived to a file, and another one is opened from it', async (t) => {
  const { ways, platform, venue } = t.context;
  const [file, token] = [join(platform.home, 'bar.zip'), join(platform.home, 'new-token.txt')];
  await writeFile(token, (await newBot(platform)).token);
  const boss = await signInTo(platform, venue);
  await boss.call('POST', '/api/items', { name: 'Портер', unit: 'л', quantity: 1.125 });
  const owner = await newOwner(platform, 'starter');
  const subdomain = `from-${Math.random().toString(36).slice(2, 10)}`;
  const args = [subdomain, '--admin', 'boss', '--token-file', token, '--owner', owner.email];

  const saved = await ways.json('tenants archive', [venue.subdomain, '--output', file]);
  const seen = await ways.terminal('tenants archive', [venue.subdomain, '--output', file]);
  const none = await ways.json('tenants create', [...args, '--from', `${file}.no`]);
  const wrong = await ways.json('tenants create', [...args, '--from', token]);
  const made = await ways.terminal('tenants create', [...args, '--from', file]);

  t.like(saved.json, { success: true, file }, saved.json.error);
  shows(t, seen.screen, 'Сохранено в');
  t.is(none.json.code, 'no_file');
  t.is(wrong.json.code, 'archive_not_zip');
  t.is(made.code, 0, made.screen);
  shows(t, made.screen, 'Архив заведения «Бар „Проба“»');
  shows(t, made.screen, 'Загрузка данных из архива');
  const tenant = await platform.db('tenants').where({ subdomain }).first('display_name');
  t.is(tenant.display_name, 'Бар «Проба»');
  const password = /Пароль: (\S+)/.exec(made.screen)?.[1] ?? '';
  const opened = await signInTo(platform, { subdomain, credentials: { username: 'boss', password } });
  const { items } = (await opened.call('GET', '/api/items')).body;
  t.like(
    items.find(({ name }: { name: string }) => name === 'Портер'),
    { quantity: 1.125 },
  );
});

test.serial('a venue is deleted after a question, and a script says it beforehand', async (t) => {
  const { ways, venue, other } = t.context;

  t.is((await ways.json('tenants delete', [venue.subdomain])).json.code, 'not_confirmed');
  t.true((await ways.json('tenants delete', [venue.subdomain, '--yes'])).json.success);
  const seen = await ways.terminal('tenants delete', [other.subdomain], { answers: [['Удалить заведение', 'y\n']] });
  shows(t, seen.screen, 'Вернуть в течение 7 дней');
  t.is((await ways.json('tenants show', [other.subdomain])).code, 1);
});

test.serial('a deleted venue comes back as it was, by its name or its number, after a question', async (t) => {
  const { ways, venue, other, platform } = t.context;

  const list = await ways.both('tenants list', ['--status', 'deleted', '--search', other.subdomain]);
  t.is(list.json.tenants[0].tenant_id, other.id);
  shows(t, list.screen, 'ВЕРНУТЬ ДО');
  t.is((await ways.json('tenants restore', [venue.subdomain])).json.code, 'not_confirmed');
  const byName = await ways.json('tenants restore', [venue.subdomain, '--yes']);
  const byNumber = await ways.terminal('tenants restore', [other.id], { answers: [['удалённое', 'y\n']] });
  const never = await ways.json('tenants restore', ['no-such-bar', '--yes']);

  t.like(byName.json, { success: true, tenant_id: venue.id, status: 'active' }, byName.json.error);
  t.is(byNumber.code, 0, byNumber.screen);
  t.is(never.json.code, 'tenant_not_found');
  t.is((await (await signInTo(platform, venue)).call('GET', '/api/items')).status, 200);
  t.is((await ways.json('tenants show', [other.subdomain])).json.tenant.status, 'active');
});

test.serial('an administrator opens a venue for its owner, in the owner’s plan, and the address of any', async (t) => {
  const { ways, platform, venue } = t.context;
  const owner = await newOwner(platform, 'starter');
  const file = join(platform.home, 'owner-token.txt');
  await writeFile(file, (await newBot(platform)).token);
  const subdomain = `for-${Math.random().toString(36).slice(2, 10)}`;
  const args = ['--admin', 'boss', '--token-file', file];

  const made = await ways.json('tenants create', [subdomain, ...args, '--owner', owner.email]);
  const theirs = await ways.json('tenants list', ['--owner', owner.email]);
  const nobody = await ways.json('tenants create', ['for-nobody', ...args, '--owner', 'nobody@test.example']);
  const full = await ways.json('tenants create', ['for-second', ...args, '--owner', owner.email]);
  const open = await ways.both('tenants open', [venue.subdomain]);
  const own = await ways.json('tenants open', [venue.subdomain, '--card']);

  t.like(made.json, { success: true, telegramLink: null, tenant: { subdomain, status: 'active' } }, made.json.error);
  t.like(theirs.json, { total: 1, tenants: [{ subdomain, user_email: owner.email }] });
  t.is(nobody.json.code, 'user_not_found');
  t.is(full.code, 1);
  await writeFile(file, `123456789:${'A'.repeat(35)}`);
  const unmade = `not-${subdomain}`;
  const { email } = await newOwner(platform, 'starter');
  t.is((await ways.json('tenants create', [unmade, ...args, '--owner', email])).code, 1);
  const card = await ways.terminal('tenants show', [unmade]);
  shows(t, card.screen, 'Не создан');
  shows(t, card.screen, 'Telegram не принял токен');
  shows(t, (await ways.terminal('tenants list', ['--status', 'failed'])).screen, unmade);
  t.true(open.json.url.startsWith(`http://${venue.subdomain}.`));
  t.is(own.json.url, `${platform.url}/admin/tenants/${venue.id}`);
});

test.serial(
  'a stock that is said to be wrong is looked at with who changed it, and mended, from the terminal',
  async (t) => {
    const { ways, platform, venue } = t.context;
    const boss = await signInTo(platform, venue);
    const { item } = (await boss.call('POST', '/api/items', { name: 'Ром «Крак»', unit: 'л', group: 'strong' })).body;
    const written = { id: crypto.randomUUID(), itemId: item.id, set: 0.7, source: 'web' };
    await boss.call('POST', '/api/changes', { changes: [written] });
    const why = ['--reason', 'Владелец говорит, что остаток неверен'];

    const unasked = await ways.json('tenants stock', [venue.subdomain, 'крак', ...why, '--set', '7']);
    t.is(unasked.json.code, 'not_confirmed');
    const set = await ways.json('tenants stock', [venue.subdomain, 'крак', ...why, '--set', '7,5', '--yes']);
    t.is(set.json.item?.quantity, 7.5, set.json.error);
    const seen = await ways.both('tenants stock', [venue.subdomain, 'крак', ...why]);
    shows(t, seen.screen, 'Ром «Крак»: 7,5 л');
    t.true(widest(seen.screen) <= 80);
    const [wrong] = seen.json.changes;
    const { count } = (await boss.call('POST', '/api/counts', { key: crypto.randomUUID(), title: 'Ночь' })).body;
    const found = { id: crypto.randomUUID(), itemId: item.id, quantity: 7.5, source: 'web' };
    await boss.call('POST', `/api/counts/${count.id}/entries`, { entries: [found] });
    await boss.call('POST', `/api/counts/${count.id}/close`, { uncounted: 'keep' });
    const undo = [venue.subdomain, 'крак', ...why, '--undo', `${wrong.seq}`, '--yes'];
    const undone = await ways.terminal('tenants stock', undo);
    shows(t, undone.screen, 'Ром «Крак»: 0,7 л');
    shows(t, undone.screen, 'Остаток «Ром „Крак“» посчитали позже этой записи (подсчёт «Ночь»)');
    const twice = await ways.json('tenants stock', undo);
    t.like(twice.json, { code: 'change_already_undone', error: `Запись № ${wrong.seq} уже отменена` });
    const missing = await ways.json('tenants stock', [venue.subdomain, 'бренди', ...why]);
    t.like(missing.json, {
      code: 'item_not_found',
      error: 'Позиции «бренди» в заведении нет: назовите часть названия',
    });
    t.is(
      (await ways.json('tenants stock', [venue.subdomain, 'крак', ...why, '--undo', '999', '--yes'])).json.code,
      'change_not_found',
    );

    const { sessions } = (await boss.call('GET', '/api/support')).body;
    t.true(
      sessions.length > 0 && sessions.every(({ state }: { state: string }) => state === 'ended'),
      'no visit stays open',
    );
  },
);

test.serial(
  'files are read into a venue, shown, asked about and written, and of a refusal nothing stays',
  async (t) => {
    const { ways, platform, venue } = t.context;
    const boss = await signInTo(platform, venue);
    const path = async (name: string, body: string): Promise<string> => {
      const file = join(platform.home, name);
      await writeFile(file, body);
      return file;
    };
    const report = await path('olap.json', olap([olapRow()]));
    const upd = await path('upd.xml', updXml());
    const recipes = await path(
      'recipes.csv',
      'Коктейль;Ингредиент;Количество\nНегрони;Джин;30 мл\nНегрони;Вермут;30 мл\n',
    );
    const why = ['--reason', 'Владелец прислал файлы'];
    const load = (file: string, ...more: string[]): string[] => [venue.subdomain, file, ...why, ...more];
    const left = async () =>
      Promise.all(
        ['/api/deliveries', '/api/sales/files'].map(
          async (list) => (await boss.call('GET', list)).body.pagination.total,
        ),
      );

    const unasked = await ways.json('tenants load', load(report));
    t.deepEqual([unasked.code, unasked.json.code], [1, 'not_confirmed']);
    const looked = await ways.both('tenants load', load(upd, '--check'));
    t.like(looked.json, { success: true, kind: 'delivery', applied: false });
    shows(t, looked.screen, 'Поставка');
    t.true(widest(looked.screen) <= 80);
    const undecided = await ways.json('tenants load', load(upd, '--yes'));
    t.is(undecided.code, 1, 'nobody has said what its lines are');
    t.deepEqual(await left(), [0, 0]);

    const applied = await ways.terminal('tenants load', load(report, '--yes'));
    shows(t, applied.screen, 'Продажи записаны');
    t.true(widest(applied.screen) <= 80);
    t.deepEqual(await left(), [0, 1]);
    const written = await ways.json('tenants load', load(recipes, '--as', 'recipes', '--yes'));
    t.like(written.json, { success: true, kind: 'recipes', applied: true }, written.json.error);
    t.is((await boss.call('GET', '/api/dishes')).body.pagination.total, 1);
    t.is((await ways.json('tenants load', load(join(platform.home, 'none.xml')))).json.code, 'no_file');
    const other = await ways.json('tenants load', load(await path('other.json', '{"a": 1}')));
    t.is(other.code, 1);
    t.is(typeof other.json.error, 'string');

    const { sessions } = (await boss.call('GET', '/api/support')).body;
    t.true(
      sessions.every(({ state }: { state: string }) => state === 'ended'),
      'no visit stays open',
    );
  },
);

test.serial('every route of the administrator about venues is asked for by a command that ran here', (t) => {
  t.deepEqual(commands.missing(routes.list(), 'venues'), []);
});
