import type { TestSuite } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';

export default class DiagnosticsSuites extends BaseCommand {
  static override summary = 'Какие проверки есть';

  async run(): Promise<{ success: true; suites: TestSuite[] }> {
    await this.parse(DiagnosticsSuites);
    const api = await this.api();
    const { suites } = await api.call('GET /api/test/suites');
    for (const { name, title, tests } of suites) {
      this.log(`${name} — ${title}`);
      for (const test of tests) this.sayWrapped(`${test.name}: ${test.description}`, '  · ');
    }
    return { success: true, suites };
  }
}
