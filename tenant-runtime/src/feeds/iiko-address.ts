import { InvalidInput } from '@ostatok/kit/node/errors.ts';

const badAddress = (why: string): InvalidInput => new InvalidInput(why, { address: why });

/** Makes one form of «bar.iiko.it», «https://bar.iiko.it:443/resto/» and «http://10.0.0.5:8080». Throws InvalidInput. */
export function iikoAddress(text: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url?.hostname) throw badAddress('Адрес — вида https://bar.iiko.it:443/resto');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw badAddress('Адрес начинается с https:// или http://');
  if (url.username || url.password) throw badAddress('Логин и пароль указываются отдельно, не в адресе');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(service|api)(\/.*)?$/, '');
  return url.origin + path;
}

/** Returns where the API may be: most servers have it under /resto. */
export function apiRoots(address: string): string[] {
  const bare = address.replace(/\/resto$/, '');
  return bare === address && new URL(address).pathname !== '/' ? [address] : [`${bare}/resto`, bare];
}
