import { Args } from '@oclif/core';

/** The argument of commands that do the same with each of several tenants. */
export const tenantsArg = {
  tenant: Args.string({ required: true, multiple: true, description: 'поддомен или номер, можно несколько' }),
};

export interface TenantDone {
  success: true;
  tenant_id: string;
}
