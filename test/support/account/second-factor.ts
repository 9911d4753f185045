import test from 'ava';
import { bearer, createTestApi, PASSWORD, type TestApi } from '../platform/api.ts';

export let api: TestApi;

/** Starts the file's API before its tests and stops it after them. */
export function setUpSecondFactor(): void {
  test.before(async () => {
    api = await createTestApi();
  });
  test.after.always(() => api.close());
}

export const login = (email: string, on = api) => on.call.post('/api/auth/login').send({ email, password: PASSWORD });
export const answer = (body: object, on = api) => on.call.post('/api/auth/second-factor').send(body);
export const as = (
  person: { token: string },
  method: 'post' | 'delete' | 'get',
  path: string,
  body?: object,
  on = api,
) =>
  on.call[method](`/api/auth/${path}`)
    .set(...bearer(person))
    .send(body);
