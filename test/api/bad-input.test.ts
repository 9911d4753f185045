import test from 'ava';
import { bearer, createTestApi, PASSWORD, type TestApi } from '../support/platform/api.ts';

let api: TestApi;
let owner: { token: string };
let admin: { token: string };
test.before(async () => {
  api = await createTestApi();
  owner = await api.signUp();
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

type Method = 'get' | 'post' | 'put' | 'delete';
type Who = 'nobody' | 'owner' | 'admin';

const bodies: [Method, string, Who][] = [
  ['post', '/api/auth/register', 'nobody'],
  ['post', '/api/auth/login', 'nobody'],
  ['post', '/api/auth/refresh', 'nobody'],
  ['post', '/api/auth/forgot-password', 'nobody'],
  ['post', '/api/auth/reset-password', 'nobody'],
  ['post', '/api/auth/verify-email', 'nobody'],
  ['post', '/api/auth/resend-verification', 'nobody'],
  ['post', '/api/auth/change-password', 'owner'],
  ['put', '/api/admin/users/1/status', 'admin'],
  ['post', '/api/admin/aliases', 'admin'],
  ['put', '/api/admin/aliases/1', 'admin'],
];

function send(method: Method, path: string, who: Who) {
  const request = api.call[method](path);
  return who === 'nobody' ? request : request.set(...bearer(who === 'admin' ? admin : owner));
}

const isRussian = (text: unknown): boolean => typeof text === 'string' && /[а-яё]/i.test(text);

const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`;
const wrongBodies: [string, string, number][] = [
  ['malformed JSON', '{"email": ', 400],
  ['an array', '[1, 2]', 400],
  ['a bare text', '"text"', 400],
  ['null', 'null', 400],
  ['an empty object', '{}', 400],
  ['deep nesting', deep, 400],
  [
    'numbers, lists and objects for texts',
    '{"email": {"a": 1}, "password": [1], "name": {}, "token": {}, "newPassword": {}, "oldPassword": [2], "refreshToken": {"x": 1}, "status": [1], "ean": {}, "description": []}',
    400,
  ],
  ['10 MB', JSON.stringify({ email: 'a'.repeat(10_000_000) }), 413],
];

for (const [method, path, who] of bodies) {
  for (const [what, body, status] of wrongBodies) {
    // one after another: each waits for no other's large body
    test.serial(`${method.toUpperCase()} ${path} refuses ${what} in Russian`, async (t) => {
      const before = await count();

      const reply = await send(method, path, who).set('Content-Type', 'application/json').send(body);

      t.is(reply.status, status, JSON.stringify(reply.body));
      t.is(reply.body.success, false);
      t.true(isRussian(reply.body.error), reply.body.error);
      t.regex(reply.body.code, /^[a-z_]+$/);
      for (const text of Object.values(reply.body.errors ?? {})) t.true(isRussian(text), String(text));
      t.deepEqual(await count(), before);
    });
  }
}

/** Counts everything that a rejected call could have left behind. */
async function count(): Promise<Record<string, number>> {
  const { rows } = await api.db.raw(
    `select (select count(*) from users) users, (select count(*) from aliases) aliases,
       (select count(*) from users where status = 'blocked') blocked, (select count(*) from link_tokens) links`,
  );
  return rows[0];
}

const NO_LINKS = 'Уберите ссылки, адреса и телефоны. Если это сокращение, поставьте после точки пробел';
const BLANK = 'Пароль не может состоять из одних пробелов';
const person = { email: 'a@b.ru', password: PASSWORD, name: 'А' };

const fields: [string, object, string, string][] = [
  ['/api/auth/register', { email: '', password: PASSWORD, name: 'А' }, 'email', 'Email обязателен'],
  ['/api/auth/register', { email: 'bar', password: PASSWORD, name: 'А' }, 'email', 'Неверный формат email'],
  [
    '/api/auth/register',
    { email: 'a@b.ru', password: 'short', name: 'А' },
    'password',
    'Пароль должен быть минимум 8 символов',
  ],
  ['/api/auth/register', { email: 'a@b.ru', password: PASSWORD, name: '  ' }, 'name', 'Имя обязательно'],
  [
    '/api/auth/register',
    { email: 'a@b.ru', password: 'пароль'.repeat(7), name: 'А' },
    'password',
    'Пароль слишком длинный: до 72 латинских букв или 36 русских',
  ],
  ...['        ', ' \u00a0\u200b\u2003     '].map((password): [string, object, string, string] => [
    '/api/auth/register',
    { ...person, password },
    'password',
    BLANK,
  ]),
  ...['anna..k@bar.ru', 'anna@bar..ru', '.anna@bar.ru', 'anna.@bar.ru', 'anna@bar.ru.'].map(
    (email): [string, object, string, string] => [
      '/api/auth/register',
      { ...person, email },
      'email',
      'Неверный формат email',
    ],
  ),
  ['/api/auth/reset-password', { token: 'x', newPassword: ' '.repeat(9) }, 'newPassword', BLANK],
  ['/api/auth/login', { email: 'a@b.ru' }, 'password', 'Пароль обязателен'],
  ['/api/auth/login', { email: `${'a'.repeat(300)}@b.ru`, password: 'x' }, 'email', 'Неверный формат email'],
  [
    '/api/auth/login',
    { email: 'a@b.ru', password: 'x', rememberMe: 'maybe' },
    'rememberMe',
    '«Запомнить меня» — да или нет',
  ],
  ['/api/auth/register', { ...person, name: 'А\r\nBcc: x' }, 'name', 'Уберите невидимые знаки и переводы строк'],
  ['/api/auth/forgot-password', {}, 'email', 'Введите email адрес'],
  ['/api/auth/resend-verification', {}, 'email', 'Введите email для повторной отправки'],
  ['/api/auth/reset-password', { newPassword: PASSWORD }, 'token', 'Недействительная ссылка для сброса пароля'],
  ['/api/auth/reset-password', { token: 'x', newPassword: '' }, 'newPassword', 'Введите новый пароль'],
  ['/api/auth/verify-email', {}, 'token', 'Недействительная ссылка для подтверждения email'],
];
for (const name of ['evil.ru', 'приз на evil . ru', '@evilbot', '8-800-555-35-35']) {
  fields.push(['/api/auth/register', { ...person, name }, 'name', NO_LINKS]);
  fields.push(['/api/auth/register', { ...person, companyName: name }, 'companyName', NO_LINKS]);
}
for (const [index, [path, body, field, message]] of fields.entries()) {
  test(`POST ${path} says of ${field}: ${message} (${index})`, async (t) => {
    const reply = await api.call.post(path).send(body);

    t.is(reply.status, 400);
    t.is(reply.body.errors[field], message);
  });
}

const closed: [Method, string][] = [
  ['get', '/api/admin/stats'],
  ['get', '/api/admin/users'],
  ['get', '/api/admin/users/1'],
  ['put', '/api/admin/users/1/status'],
  ['get', '/api/admin/plans'],
  ['get', '/api/admin/images'],
  ['get', '/api/admin/tenants/audit'],
  ['get', '/api/admin/aliases'],
  ['post', '/api/admin/aliases'],
  ['put', '/api/admin/aliases/1'],
  ['delete', '/api/admin/aliases/1'],
  ['get', '/api/admin/email/stats'],
];
for (const [method, path] of closed) {
  test(`${method.toUpperCase()} ${path} is for administrators alone`, async (t) => {
    const nobody = await send(method, path, 'nobody');
    const customer = await send(method, path, 'owner');

    t.is(nobody.status, 401);
    t.is(customer.status, 403);
    t.like(customer.body, { success: false, error: 'Доступ запрещен', code: 'forbidden' });
  });
}

for (const path of ['/api/auth/me', '/api/billing/plans', '/api/billing/subscription', '/api/catalog/search?q=x']) {
  test(`GET ${path} is for those signed in`, async (t) => {
    t.is((await api.call.get(path)).status, 401);
    t.is((await api.call.get(path).set('Authorization', 'Bearer x.y.z')).status, 401);
    t.is((await api.call.get(path).set('Authorization', 'Basic eDp5')).status, 401);
    t.is((await send('get', path, 'owner')).status, 200);
  });
}

const unknown: [Method, string, object | undefined][] = [
  ['get', '/api/admin/users/999999', undefined],
  ['get', '/api/admin/users/abc', undefined],
  ['get', '/api/admin/users/99999999999999999999', undefined],
  ['put', '/api/admin/users/999999/status', { status: 'blocked' }],
  ['put', '/api/admin/users/-1/status', { status: 'blocked' }],
  ['get', '/api/admin/aliases/999999', undefined],
  ['put', '/api/admin/aliases/999999', { ean: '4600000000008', description: 'x' }],
  ['delete', '/api/admin/aliases/0', undefined],
  ['post', '/api/test/run/nothing', undefined],
  ['get', '/api/admin/nothing', undefined],
];
for (const [method, path, body] of unknown) {
  test(`${method.toUpperCase()} ${path} is not found`, async (t) => {
    const reply = await send(method, path, 'admin').send(body);

    t.is(reply.status, 404);
    t.true(isRussian(reply.body.error), reply.body.error);
  });
}

const queries = [
  '/api/admin/users?page=0',
  '/api/admin/users?limit=100000',
  '/api/admin/users?sortBy=password_hash',
  '/api/admin/users?range=x',
  '/api/admin/users?range=[5,1]',
  '/api/admin/users?range=[0,1e9]',
  '/api/admin/users?range=[1e308,1e309]',
  '/api/admin/users?range=["0","9"]',
  '/api/admin/users?range={"0":0,"1":9}',
  '/api/admin/users?range=[0,1]&range=[2,3]',
  '/api/admin/users?sort=["id;drop table users","asc"]',
  '/api/admin/users?sort=[["id"],"asc"]',
  '/api/admin/users?filter={"__proto__":{"id":[1]}}',
  `/api/admin/users?filter={"id":[${'7,'.repeat(6000)}"x"]}`,
  '/api/admin/users?sort=["password_hash","ASC"]',
  '/api/admin/users?filter=[]',
  '/api/admin/users?filter={"role":"root"}',
  '/api/admin/users?filter={"id":"x"}',
  '/api/admin/users?search=a&search=b',
  '/api/admin/aliases?sortBy=search_key',
  '/api/admin/aliases?showFullOnly=maybe',
  '/api/admin/email/stats?days=0',
  '/api/admin/email/stats?days=x',
  '/api/catalog/search',
  '/api/catalog/search?q=',
  `/api/catalog/search?q=${'x'.repeat(300)}`,
];
for (const path of queries) {
  test(`GET ${path.slice(0, 60)} is refused`, async (t) => {
    const reply = await send('get', path, 'admin');

    t.is(reply.status, 400, JSON.stringify(reply.body));
    t.true(isRussian(reply.body.error), reply.body.error);
  });
}

test('a body nested without end is turned away before it is looked at, of strangers and of who is signed in', async (t) => {
  const { body } = await send('post', '/api/auth/login', 'nobody').set('Content-Type', 'application/json').send(deep);
  t.is(body.code, 'nested_too_deep');
  const long = `{"name":"${'a'.repeat(200_000)}","x":${deep}}`;
  const signed = await send('put', '/api/auth/me', 'owner').set('Content-Type', 'application/json').send(long);
  t.is(signed.body.code, 'nested_too_deep');
  const large = await send('post', '/api/admin/email-templates', 'admin')
    .set('Content-Type', 'application/json')
    .send(deep);
  t.is(large.body.code, 'nested_too_deep', 'where more may be sent, too');
});

test('a zero byte and half a surrogate pair are refused or stored as text, never an error of ours', async (t) => {
  for (const name of ['a\u0000b', '\ud800']) {
    const reply = await api.call
      .put('/api/auth/me')
      .set(...bearer(owner))
      .send({ name });
    t.true([200, 400].includes(reply.status), `${reply.status}`);
  }
  const searched = await send('get', '/api/admin/users?search=%00', 'admin');
  t.is(searched.status, 400);
});
