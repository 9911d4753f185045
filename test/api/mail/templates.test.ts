import { createOutbox } from '@ostatok/api/src/mail/transports.ts';
import { createMailbox } from '@ostatok/api/src/sandbox/mailbox.ts';
import test from 'ava';
import { bearer, createTestApi, type TestApi, until } from '../../support/platform/api.ts';

let api: TestApi;
let admin: { id: number; email: string; token: string };
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
  api.mail.start();
});
test.after.always(() => api.close());

type Method = 'get' | 'post' | 'put' | 'delete';
const send = (method: Method, path: string, body?: object) =>
  api.call[method](`/api/admin/${path}`)
    .set(...bearer(admin))
    .send(body);

const mjml = (inner: string): string =>
  `<mjml><mj-body><mj-section><mj-column>\n${inner}\n</mj-column></mj-section></mj-body></mjml>`;
const news = {
  name: 'Новости',
  description: 'К новому году',
  subject: 'Новости для {{name}}',
  mjml: mjml('<mj-text>Здравствуйте, {{name}}. <a href="{{unsubscribe}}">Отписаться</a></mj-text>'),
  design: { pages: [{ component: 'x' }] },
};
const letterTo = async (to: string, subject: RegExp) => {
  const mailbox = createMailbox(api.outbox);
  const head = await until(`a letter ${subject} to ${to}`, async () =>
    (await mailbox.list()).find((one) => one.to === to && subject.test(one.subject)),
  );
  return mailbox.read(head.id);
};

test('the letters of the platform are there as system templates, with what they may name', async (t) => {
  const { status, body, headers } = await send('get', 'email-templates?is_system=true&limit=100');

  t.is(status, 200);
  t.regex(headers['content-range'] ?? '', /^templates 0-\d+\/\d+$/);
  const verify = body.templates.find((one: { template_type: string }) => one.template_type === 'verify_email');
  t.like(verify, { is_system: true, is_changed: false, error: null, subject: 'Подтвердите адрес почты' });
  t.true(verify.variables.includes('link') && verify.html.includes('{{link}}'));
  const whole = await send('get', 'email-templates/type/verify_email');
  t.is(whole.body.template.id, verify.id);
  t.true(whole.body.template.mjml.startsWith('<mjml') && !whole.body.template.mjml.includes('mj-include'));
  t.is((await send('get', 'email-templates/type/nothing')).status, 404);
  const { body: known } = await send('get', 'email/variables?type=verify_email');
  t.like(
    known.variables.find(({ name }: { name: string }) => name === 'link'),
    { required: true, label: 'Ссылка, ради которой письмо' },
  );
});

test('a template is made, found, changed, copied and deleted; the server compiles it and writes its text', async (t) => {
  const made = await send('post', 'email-templates', news);
  t.is(made.status, 201);
  const { id } = made.body.template;
  t.like(made.body.template, {
    is_system: false,
    template_type: 'marketing',
    description: 'К новому году',
    created_by_name: 'Анна 1',
  });
  for (const at of ['created_at', 'updated_at']) t.true(Date.now() - Date.parse(made.body.template[at]) < 60_000, at);
  t.deepEqual(made.body.template.design, news.design);
  t.true(made.body.template.html.startsWith('<!doctype html>'));
  t.true(made.body.template.text.includes('Здравствуйте, {{name}}.'));

  const changed = await send('put', `email-templates/${id}`, { ...news, name: 'Новости ноября', text: 'Коротко' });
  const copied = await send('post', `email-templates/${id}/copy`);
  const reset = await send('post', `email-templates/${id}/reset`);
  const found = await send('get', 'email-templates?search=ноября&sortBy=name');
  const gone = await send('delete', `email-templates/${id}`);

  t.like(changed.body.template, { name: 'Новости ноября', text: 'Коротко' });
  t.is(copied.body.template.name, 'Новости ноября (копия)');
  t.like([reset.status, reset.body], [409, { code: 'not_system' }]);
  t.deepEqual(copied.body.template.design, news.design);
  t.is(found.body.pagination.total, 2);
  t.is(gone.status, 200);
  t.is((await send('get', `email-templates/${id}`)).status, 404);
  const acts = await api
    .db('activity')
    .where({ target: `email-template:${id}` })
    .orderBy('id')
    .pluck('action');
  t.deepEqual(acts, ['email_template.created', 'email_template.updated', 'email_template.deleted']);
});

const refused: [string, object, string, RegExp][] = [
  ['no subject', { subject: ' ' }, 'invalid_input', /Введите заголовок письма/],
  ['a second line in the subject', { subject: 'a\r\nBcc: x@y.z' }, 'invalid_input', /одна строка/],
  ['an unknown element', { mjml: mjml('<mj-foo></mj-foo>') }, 'bad_mjml', /Строка 2: элемента <mj-foo> нет/],
  [
    'an element in the wrong place',
    { mjml: '<mjml><mj-body><mj-text>a</mj-text></mj-body></mjml>' },
    'bad_mjml',
    /не может стоять/,
  ],
  ['no MJML at all', { mjml: 'hello' }, 'bad_mjml', /Это не MJML/],
  ['a file of the server', { mjml: mjml('<mj-include path="/etc/passwd" />') }, 'bad_mjml', /не включаются/],
  ['an unknown variable', { mjml: mjml('<mj-text>{{surname}}</mj-text>') }, 'unknown_variable', /\{\{surname\}\}/],
  [
    'a variable every object has',
    { mjml: mjml('<mj-text>{{constructor}}</mj-text>') },
    'unknown_variable',
    /constructor/,
  ],
  [
    'a variable written wrongly',
    { mjml: mjml('<mj-text>{{ name }}</mj-text>') },
    'malformed_variable',
    /записана неверно/,
  ],
  ['an open section', { mjml: mjml('<mj-text>{{#name}}a</mj-text>') }, 'open_section', /не закрыт/],
  ['a list for a design', { design: [] }, 'invalid_input', /./],
  ['a design of two megabytes', { design: { a: 'я'.repeat(1_000_000) } }, 'invalid_input', /больше 1 МБ/],
  ['an object for a page', { html: {} }, 'invalid_input', /./],
];
for (const [what, change, code, words] of refused) {
  test(`a template with ${what} is refused`, async (t) => {
    const { status, body } = await send('post', 'email-templates', { ...news, ...change });

    t.is(status, 400);
    t.is(body.code, code);
    t.regex(body.error, words);
  });
}

test('of two who change one template at once the second is told, and what was saved stays until they know', async (t) => {
  const { template } = (await send('post', 'email-templates', news)).body;
  const { id, updated_at } = template;

  const replies = await Promise.all(
    ['Первый', 'Второй'].map((name) => send('put', `email-templates/${id}`, { ...news, name, updated_at })),
  );

  const [saved, refused] = replies.toSorted((one, other) => one.status - other.status);
  t.is(saved?.status, 200);
  t.like(refused, { status: 409, body: { code: 'template_changed' } });
  const { body } = await send('get', `email-templates/${id}`);
  t.is(body.template.name, saved?.body.template.name);
  t.is((await send('put', `email-templates/${id}`, { ...news, updated_at: body.template.updated_at })).status, 200);
  t.is((await send('put', `email-templates/${id}`, news)).status, 200, 'who does not say what was seen replaces it');
});

test('a large design is stored, a larger body is refused, and only to administrators is it read at all', async (t) => {
  const large = await send('post', 'email-templates', { ...news, design: { a: 'x'.repeat(1_000_000) } });
  const huge = await send('post', 'email-templates', { ...news, design: { a: 'x'.repeat(7_000_000) } });
  const customer = await api.signUp();
  const closed = await api.call
    .post('/api/admin/email-templates')
    .set(...bearer(customer))
    .send({ design: { a: 'x'.repeat(2_000_000) } });

  t.is(large.status, 201);
  t.is(huge.status, 413);
  t.is(closed.status, 403);
});

test('what an administrator makes of a system letter goes out to everybody, until it is reset', async (t) => {
  const { body } = await send('get', 'email-templates/type/welcome');
  const { id } = body.template;
  const text = 'Заходите: {{link}}';
  const change = {
    name: 'x',
    subject: 'Здравствуйте, {{name}}',
    mjml: mjml('<mj-text>Заходите: <a href="{{link}}">сюда</a></mj-text>'),
  };

  const changed = await send('put', `email-templates/${id}`, { ...change, text });
  await api.db.transaction((trx) =>
    api.mail.enqueue(trx, {
      to: 'own@bar.example',
      template: 'welcome',
      data: { name: '<b>Аня</b>\r\nBcc: evil@bar.example', link: 'https://x.example/?a=1&b=2' },
    }),
  );
  const own = await letterTo('own@bar.example', /./);
  const linkless = await send('put', `email-templates/${id}`, { ...change, mjml: mjml('<mj-text>Заходите</mj-text>') });
  const deleted = await send('delete', `email-templates/${id}`);
  const reset = await send('post', `email-templates/${id}/reset`);
  await api.db.transaction((trx) =>
    api.mail.enqueue(trx, {
      to: 'shipped@bar.example',
      template: 'welcome',
      data: { name: 'Аня', link: 'https://x.example/' },
    }),
  );

  t.like(changed.body.template, { is_changed: true, name: 'Добро пожаловать', is_system: true });
  t.is(own.subject, 'Здравствуйте, b Аня b Bcc evil bar example');
  t.true(own.html?.includes('href="https://x.example/?a=1&amp;b=2"'));
  t.is(own.text.trim(), 'Заходите: https://x.example/?a=1&b=2');
  t.like(linkless.body, { code: 'missing_variable', error: 'Письмо не может обойтись без {{link}}' });
  t.like([deleted.status, deleted.body], [409, { code: 'system_template' }]);
  t.like(reset.body.template, { is_changed: false, subject: 'Добро пожаловать в «Остаток»' });
  t.is((await letterTo('shipped@bar.example', /./)).subject, 'Добро пожаловать в «Остаток»');
});

test('a changed letter that cannot be filled is sent as it is shipped, and says why', async (t) => {
  const { body } = await send('get', 'email-templates/type/suspended');
  await api
    .db('email_templates')
    .where({ id: body.template.id })
    .update({ subject: 'a', html: '{{nobody}}', text: '' });

  await api.db.transaction((trx) =>
    api.mail.enqueue(trx, {
      to: 'broken@bar.example',
      template: 'suspended',
      data: { name: 'Аня', plan: 'Старт', endedAt: '2026-11-20T10:00:00.000Z' },
    }),
  );

  t.is((await letterTo('broken@bar.example', /./)).subject, 'Заведения приостановлены: подписка закончилась');
  t.regex((await send('get', `email-templates/${body.template.id}`)).body.template.error, /nobody/);
});

test('a preview fills in examples and names what nobody knows; a test letter goes to who asks for it', async (t) => {
  const letter = {
    subject: 'Проба для {{name}}',
    html: '<body><p>{{name}}, {{surname}}</p></body>',
    templateType: 'marketing',
  };

  const preview = await send('post', 'email/preview', letter);
  const unknown = await send('post', 'email/send-test', letter);
  const empty = await send('post', 'email/send-test', { ...letter, html: '' });
  const sent = await send('post', 'email/send-test', { ...letter, html: '<body><p>{{name}}</p></body>' });

  t.like(preview.body, { subject: 'Проба для Анна', unknown: ['surname'] });
  t.true(preview.body.html.includes('Анна, {{surname}}'));
  t.is(unknown.status, 400);
  t.is(empty.body.error, 'Введите содержимое письма или выберите шаблон');
  t.is(sent.body.email, admin.email);
  const { html } = await letterTo(admin.email, /Проба для Анна/);
  t.true(html?.includes('<p>Анна</p>') && html.includes('Отписаться'));
});

test('nothing of a letter is read from disk', async (t) => {
  const transport = createOutbox(api.outbox);
  const html = '<img src="file:///etc/hostname"><p>a</p>';
  const letter = {
    id: '0f0e0d0c-0b0a-4908-8706-050403020100',
    from: 'a@b.example',
    to: 'disk@bar.example',
    date: new Date(),
  };

  await transport.deliver({ ...letter, subject: 'Диск', html, text: 'a' }, (finish) => finish());

  t.true((await letterTo('disk@bar.example', /Диск/)).html?.includes('file:///etc/hostname'));
});

test.serial('marks that are opened and never closed take no time of anybody', async (t) => {
  const workOn = async (html: string): Promise<number> => {
    const before = process.cpuUsage();
    const saved = await send('post', 'email-templates', { name: 'Знаки', subject: 'Знаки', html });
    t.true([201, 400].includes(saved.status));
    const preview = { subject: 'Знаки', html, templateType: 'marketing' };
    t.is((await send('post', 'email/preview', preview)).status, 200);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (const mark of ['<style ', '{{#name}}', '{{#a}}{{/b}}']) {
    const marks = (bytes: number): string => mark.repeat(Math.floor(bytes / mark.length));
    // eight times as much text took sixty-four times as much work, ten seconds and more
    const short = Math.max(await workOn(marks(490_000 / 8)), 100);
    const long = await workOn(marks(490_000));
    t.true(long < 20 * short, `${long} ms of work, ${short} ms for an eighth of it`);
  }
});
