import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

const POLL_WHILE_CREATING_MS = 2000;
/** The list of users who count now changes, so it is polled. */
const POLL_WHILE_COUNTING_MS = 30_000;

export async function fetchTenants(): Promise<Tenant[]> {
  const { tenants } = await api.call('GET /api/provision/my-tenants');
  // a network's own page may answer 200 with anything
  if (!tenants) throw new Error('Failed to fetch tenants');
  return tenants;
}

export function useTenants() {
  return useQuery({
    queryKey: ['my-tenants'],
    queryFn: fetchTenants,
    refetchInterval({ state }) {
      if (state.data?.some(({ status }) => status === 'creating')) return POLL_WHILE_CREATING_MS;
      return state.data?.some(({ stats }) => stats?.openCount) ? POLL_WHILE_COUNTING_MS : false;
    },
    select: (tenants) => tenants.filter((tenant) => tenant.status !== 'deleted'),
  });
}

export const nameOf = ({ display_name, subdomain }: Pick<Tenant, 'display_name' | 'subdomain'>): string =>
  display_name || subdomain;
