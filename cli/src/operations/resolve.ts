import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { toGtin } from '@ostatok/kit/names/barcode.ts';
import { UserError } from '../errors/user-error.ts';
import { type ListName, type RowOfList, readPage } from '../lists/listing.ts';
import type { Api } from '../platform/api-client.ts';

const LOOKED_AT = 500;

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** The one entry of a list for which `isIt` is true, however many others the search finds. */
async function findOne<Name extends ListName>(
  api: Api,
  list: Name,
  search: string,
  isIt: (one: RowOfList<Name>) => boolean,
): Promise<RowOfList<Name> | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { search, page: String(page), limit: String(LOOKED_AT) };
    const { rows, pages } = await readPage(api, list, { query });
    const found = rows.find(isIt);
    if (found || page >= pages) return found;
  }
}

/** Finds a user by id or email address. Throws UserError when there is none. */
export async function resolveUser(api: Api, which: string): Promise<Pick<AdminUser, 'id' | 'email'>> {
  if (isNumber(which)) return (await api.call('GET /api/admin/users/:id', { params: { id: which } })).user;
  const user = await findOne(api, 'GET /api/admin/users', which, ({ email }) => email === which.toLowerCase());
  if (user) return user;
  throw new UserError(`Пользователя ${which} нет. Найти: ostatok users list --search ${which}`, 'user_not_found');
}

/** Finds a plan by id or code, such as `professional`. */
export async function resolvePlan(api: Api, which: string): Promise<AdminPlan> {
  if (isNumber(which)) return (await api.call('GET /api/admin/plans/:id', { params: { id: which } })).plan;
  const { plans } = await api.call('GET /api/admin/plans', { query: { include_archived: true, limit: 1000 } });
  const plan = plans.find(({ name }) => name === which);
  if (plan) return plan;
  throw new UserError(`Тарифа ${which} нет. Все тарифы: ostatok plans list`, 'plan_not_found');
}

/** Finds a tenant by its id, such as `t1234567890`, or its subdomain; deleted ones are ignored. */
export async function resolveTenant(
  api: Api,
  which: string,
): Promise<Pick<AdminTenant, 'tenant_id' | 'subdomain' | 'status'>> {
  const isIt = ({ tenant_id, subdomain, status }: AdminTenant): boolean =>
    status !== 'deleted' && (subdomain === which.toLowerCase() || tenant_id === which);
  const tenant = await findOne(api, 'GET /api/admin/tenants', which, isIt);
  if (tenant) return tenant;
  if (isTenantId(which)) {
    return (await api.call('GET /api/admin/tenants/:id', { params: { id: which } })).tenant;
  }
  throw new UserError(`Заведения ${which} нет. Все заведения: ostatok tenants list`, 'tenant_not_found');
}

/** Deleted tenants of this id or subdomain, the last deleted first: a subdomain may have had several. */
export const findDeleted = (api: Api, which: string): Promise<AdminTenant[]> => findGone(api, which, 'deleted');

async function findGone(api: Api, which: string, status: 'deleted' | 'failed'): Promise<AdminTenant[]> {
  const search = isTenantId(which) ? '' : which;
  const query = { search, status, sortBy: 'deleted_at', sortOrder: 'desc', limit: 1000 };
  const { tenants } = await api.call('GET /api/admin/tenants', { query });
  return tenants.filter(({ tenant_id, subdomain }) => tenant_id === which || subdomain === which.toLowerCase());
}

/**
 * An active tenant, or else the last one of that subdomain whose provisioning failed: its status can still be queried.
 */
export async function resolveTenantEvenUnmade(api: Api, which: string): Promise<Pick<AdminTenant, 'tenant_id'>> {
  try {
    return await resolveTenant(api, which);
  } catch (error) {
    const [failed] = await findGone(api, which, 'failed');
    if (failed) return failed;
    throw error;
  }
}

/** Resolves all names, each once, before anything is done with the first. Throws UserError when one is missing. */
export async function resolveAll<T>(names: string[], resolve: (name: string) => Promise<T>): Promise<T[]> {
  const found = new Map<string, T>();
  for (const name of names) {
    const one = await resolve(name);
    found.set(JSON.stringify(one), one);
  }
  return [...found.values()];
}

/** Finds a template by its id, or a letter of the platform by its kind, such as `verify_email`. */
export async function resolveTemplate(api: Api, which: string): Promise<EmailTemplate> {
  const answer = isNumber(which)
    ? await api.call('GET /api/admin/email-templates/:id', { params: { id: which } })
    : await api.call('GET /api/admin/email-templates/type/:type', { params: { type: which } });
  return answer.template;
}

/** What the catalogue has under a code in any spelling, also that of a case. */
export async function findAliasOfCode(api: Api, code: string): Promise<Alias | undefined> {
  const ean = toGtin(code);
  return ean === undefined ? undefined : findOne(api, 'GET /api/admin/aliases', ean, (one) => one.ean === ean);
}

/** Finds an alias by its code in any spelling, or by its id. */
export async function resolveAlias(api: Api, which: string): Promise<Alias> {
  if (!toGtin(which) && isNumber(which))
    return (await api.call('GET /api/admin/aliases/:id', { params: { id: which } })).alias;
  const alias = await findAliasOfCode(api, which);
  if (alias) return alias;
  throw new UserError(`В каталоге нет ${which}. Найти: ostatok aliases search`, 'alias_not_found');
}
