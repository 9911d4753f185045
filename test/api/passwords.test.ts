import test from 'ava';
import { bearer, createTestApi, PASSWORD, type TestApi, until } from '../support/platform/api.ts';

let api: TestApi;
test.before(async () => {
  api = await createTestApi();
  api.mail.start();
});
test.after.always(() => api.close());

async function resetTokenOf(email: string): Promise<string> {
  await api.call.post('/api/auth/forgot-password').send({ email });
  return until(`letter to ${email}`, async () => {
    const { body } = await api.call.get('/sandbox/api/mails');
    const isReset = (mail: { to: string; subject: string }) => mail.to === email && mail.subject === 'Сброс пароля';
    const head = body.mails.find(isReset);
    if (!head) return undefined;
    const { body: letter } = await api.call.get(`/sandbox/api/mails/${head.id}`);
    return /token=([\w-]+)/.exec(letter.mail.text)?.[1];
  });
}

test('the commonest passwords are refused in registration, change and reset, beside their field', async (t) => {
  const person = await api.signUp();
  const token = await resetTokenOf(person.email);
  const post = (path: string, body: object) =>
    api.call
      .post(`/api/auth/${path}`)
      .set(...bearer(person))
      .send(body);

  const registered = await post('register', { email: 'common@bar.example', password: 'qwerty123456', name: 'Анна' });
  const changed = await post('change-password', { oldPassword: PASSWORD, newPassword: 'йцукенгшщз' });
  const reset = await post('reset-password', { token, newPassword: 'Password1!' });

  t.deepEqual([registered.status, changed.status, reset.status], [400, 400, 400]);
  t.deepEqual([registered.body.code, changed.body.code, reset.body.code], Array(3).fill('weak_password'));
  t.regex(registered.body.errors.password, /подбирают в числе первых.*случайных слова/);
  t.truthy(changed.body.errors.newPassword && reset.body.errors.newPassword);
  t.is((await post('reset-password', { token, newPassword: 'another horse' })).status, 200);
});

test('a password of one’s own address, name or company is refused', async (t) => {
  const register = (password: string) => {
    const input = { email: 'karpova@kuznica.example', name: 'Ольга Карпова', companyName: 'Кузница', password };
    return api.call.post('/api/auth/register').send(input);
  };

  for (const password of ['karpova@kuznica.example', 'Карпова1', 'Кузница2026']) {
    t.is((await register(password)).body.code, 'weak_password', password);
  }
  t.is((await register('kegs-and-corks')).status, 201);
});

test('an administrator’s new password has twelve characters, by change and by reset', async (t) => {
  const admin = await api.signUp('admin');
  const token = await resetTokenOf(admin.email);
  const change = (newPassword: string) =>
    api.call
      .post('/api/auth/change-password')
      .set(...bearer(admin))
      .send({ oldPassword: PASSWORD, newPassword });

  const short = await change('kegs-corks1');
  const reset = await api.call.post('/api/auth/reset-password').send({ token, newPassword: 'kegs-corks1' });
  const long = await change('kegs-and-corks');

  t.deepEqual([short.status, reset.status, long.status], [400, 400, 200]);
  t.regex(short.body.errors.newPassword, /не короче 12 символов/);
});
