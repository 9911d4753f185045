import test from 'ava';
import { createTestApi, type TestApi } from '../platform/api.ts';

export let api: TestApi;

/** Starts the file's API before its tests and stops it after them. */
export function setUpAuth(): void {
  test.before(async () => {
    api = await createTestApi();
    api.mail.start();
  });
  test.after.always(() => api.close());
}

export const VERIFY = 'Подтвердите адрес почты';
export const RESET = 'Сброс пароля';
