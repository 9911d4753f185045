import { type TenantDone, tenantsArg } from '../../arguments/tenants-arg.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll, resolveTenant } from '../../operations/resolve.ts';

export default class TenantsActivate extends BaseCommand {
  static override summary = 'Возобновить заведение';
  static override description = 'Только то, что приостановил администратор; за неоплаченным стоит подписка владельца.';
  static override args = tenantsArg;

  async run(): Promise<TenantDone | Several<TenantDone>> {
    const { args } = await this.parse(TenantsActivate);
    const api = await this.api();
    const tenants = await resolveAll(args.tenant, (name) => resolveTenant(api, name));
    return this.each(
      tenants,
      ({ subdomain }) => subdomain,
      async ({ tenant_id, subdomain }) => {
        await api.call('PUT /api/admin/tenants/:id/status', { params: { id: tenant_id }, body: { status: 'active' } });
        this.say(`Тенант активирован: ${subdomain}`);
        return { success: true as const, tenant_id };
      },
    );
  }
}
