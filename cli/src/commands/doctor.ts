import type { Finding, SecurityReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { BaseCommand } from '../base-command.ts';

const signs: Record<Finding['level'], string> = { unsafe: '✗', warning: '!' };

export default class Doctor extends BaseCommand {
  static override summary = 'Безопасна ли установка и что исправить';
  static override description =
    'Настройки, TLS, почта, резервные копии, права файлов, диск, часы. Код выхода 1, если что-то небезопасно.';

  async run(): Promise<{ success: boolean } & SecurityReport> {
    await this.parse(Doctor);
    const api = await this.api();
    const { findings } = await api.call('GET /api/test/security');
    for (const { level, message, advice } of findings) this.sayWrapped(`${message}\n${advice}`, `${signs[level]} `);
    if (findings.length === 0) this.log('Всё в порядке');
    const success = !findings.some(({ level }) => level === 'unsafe');
    if (!success) process.exitCode = 1;
    return { success, findings };
  }
}
