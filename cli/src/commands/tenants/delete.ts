import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import { type TenantDone, tenantsArg } from '../../arguments/tenants-arg.ts';
import { BaseCommand, type Several, yesFlag } from '../../base-command.ts';
import { resolveAll, resolveTenant } from '../../operations/resolve.ts';

export default class TenantsDelete extends BaseCommand {
  static override summary = 'Удалить заведение';
  static override description =
    `Останавливается сразу, данные хранятся ещё ${VENUE_RETENTION_DAYS} дней: столько его можно вернуть командой restore.`;
  static override args = tenantsArg;
  static override flags = yesFlag;

  async run(): Promise<TenantDone | Several<TenantDone>> {
    const { args, flags } = await this.parse(TenantsDelete);
    const api = await this.api();
    const tenants = await resolveAll(args.tenant, (one) => resolveTenant(api, one));
    const names = tenants.map(({ subdomain }) => subdomain).join(', ');
    const what = tenants.length > 1 ? `заведения (${tenants.length})` : 'заведение';
    await this.confirm(`Удалить ${what} ${names}?`, flags.yes);
    return this.each(
      tenants,
      ({ subdomain }) => subdomain,
      async ({ tenant_id, subdomain }) => {
        await api.call('DELETE /api/admin/tenants/:id', { params: { id: tenant_id } });
        this.say(
          `Заведение ${subdomain} удалено. Вернуть в течение ${VENUE_RETENTION_DAYS} дней: ostatok tenants restore ${subdomain}`,
        );
        return { success: true, tenant_id };
      },
    );
  }
}
