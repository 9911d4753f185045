import test from 'ava';
import { signIn, signUp } from '../../owner-ui/src/features/auth/calls.ts';
import { changePassword, updateProfile } from '../../owner-ui/src/features/profile/calls.ts';
import { fetchTenants } from '../../owner-ui/src/lib/my-tenants.ts';

const account = { email: 'anna@bar.example', password: 'password-1', name: 'Анна' };

const calls: [what: string, call: () => Promise<unknown>, message: string][] = [
  ['sign-in', () => signIn({ ...account, rememberMe: true }), 'Login failed'],
  ['registration', () => signUp(account), 'Registration failed'],
  ['profile', () => updateProfile({ name: 'Анна' }), 'Update failed'],
  ['password', () => changePassword('password-1', 'password-2'), 'Password change failed'],
  ['list of venues', () => fetchTenants(), 'Failed to fetch tenants'],
];

test('a 200 that holds nothing of what was asked is a failure, which the log names in English', async (t) => {
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ something: 'of a network’s own page' });
  t.teardown(() => {
    globalThis.fetch = fetchBefore;
  });
  for (const [what, call, message] of calls) await t.throwsAsync(call(), { message }, what);
});
