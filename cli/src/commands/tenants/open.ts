import { spawn } from 'node:child_process';
import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

/** The command that opens an address in the person's browser. */
const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Returns false when there is no browser, as on a server. */
function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

export default class TenantsOpen extends BaseCommand {
  static override summary = 'Открыть заведение в браузере';
  static override description =
    'Печатает адрес, а на терминале ещё и открывает его. Войти без пароля владельца: ostatok tenants support.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    card: Flags.boolean({ description: 'не само заведение, а его карточку в панели администратора' }),
  };

  async run(): Promise<{ success: true; url: string }> {
    const { args, flags } = await this.parse(TenantsOpen);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    const { tenant } = await api.call('GET /api/admin/tenants/:id', { params: { id: tenant_id } });
    const url = flags.card ? `${api.url}/admin/tenants/${tenant_id}` : tenant.web_url;
    this.log(url);
    if (this.interactive && !(await openInBrowser(url))) this.say('Браузера здесь нет: откройте адрес сами.');
    return { success: true, url };
  }
}
