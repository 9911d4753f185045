import { type TenantDone, tenantsArg } from '../../arguments/tenants-arg.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll, resolveTenant } from '../../operations/resolve.ts';

export default class TenantsRestart extends BaseCommand {
  static override summary = 'Перезапустить заведение';
  static override description = 'Только активное.';
  static override args = tenantsArg;

  async run(): Promise<TenantDone | Several<TenantDone>> {
    const { args } = await this.parse(TenantsRestart);
    const api = await this.api();
    const tenants = await resolveAll(args.tenant, (name) => resolveTenant(api, name));
    return this.each(
      tenants,
      ({ subdomain }) => subdomain,
      async ({ tenant_id, subdomain }) => {
        await api.call('POST /api/admin/tenants/:id/restart', { params: { id: tenant_id } });
        this.say(`Тенант перезапущен: ${subdomain}`);
        return { success: true as const, tenant_id };
      },
    );
  }
}
