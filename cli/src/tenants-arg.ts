import { Args } from '@oclif/core';

/** Of commands that do the same with each of several. */
export const tenantsArg = {
  tenant: Args.string({ required: true, multiple: true, description: 'поддомен или номер, можно несколько' }),
};

export interface TenantDone {
  success: true;
  tenant_id: string;
}
