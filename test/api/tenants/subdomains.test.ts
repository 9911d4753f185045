import test from 'ava';
import { subdomain } from '../../../api/contract/provision.ts';

const OURS =
  'login auth pay billing secure sso wpad autodiscover webmail autoconfig mta-sts isatap localhost cdn static oauth account accounts payment payments checkout bank smtp imap pop ns1 support help security status admin root postmaster www api';

test('nobody opens a venue under a name that programs ask by themselves, or that people would trust with a password or money', (t) => {
  const open = [
    ...OURS.split(' '),
    'login-bar',
    'secure-ostatok',
    'bar-login',
    'my-payments',
    'ostatok-pay',
    'PAY',
  ].filter((name) => subdomain().isValidSync(name));
  t.deepEqual(open, []);
});

test('names of bars stay free', (t) => {
  const names =
    'ugol paygorod loginov bankovsky secret-bar mail-ru-bar supportive-bar bar-na-bankovskom v-1a2b3c demo test-bar';
  t.deepEqual(
    names.split(' ').filter((name) => !subdomain().isValidSync(name)),
    [],
  );
});
