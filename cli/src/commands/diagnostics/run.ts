import { Args } from '@oclif/core';
import type { TestResult } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { suiteNames } from '@ostatok/api/contract/diagnostics.ts';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';

const signs: Record<TestResult['status'], string> = { passed: '✓', warning: '!', failed: '✗' };
const MOST_CHECKS = 1000;

/** An item of the operation is a check with its result. */
type CheckItem = Omit<OperationItem, 'result'> & { result: TestResult | null };

function linesOf({ name, status, duration, message, warning, error }: TestResult): string[] {
  const said = `${signs[status]} ${name}, ${duration} мс — ${message}`;
  return [said, ...[warning, error].flatMap((text) => (text ? [`    ${text}`] : []))];
}

export default class DiagnosticsRun extends BaseCommand {
  static override summary = 'Проверить работающую платформу';
  static override description =
    'Настоящий вход, создание и удаление тестового заведения, поиск, сервер. Код выхода 1, если что-то не прошло.';
  static override examples = ['<%= config.bin %> diagnostics run', '<%= config.bin %> diagnostics run auth --json'];
  static override args = {
    suite: Args.option({ options: suiteNames })({ description: 'один набор; без него — все' }),
  };

  async run(): Promise<{ success: boolean; results: TestResult[]; operation: Operation }> {
    const { args } = await this.parse(DiagnosticsRun);
    const api = await this.api();
    const inBackground = { headers: { prefer: 'respond-async' } };
    const { operation: started } = args.suite
      ? await api.call('POST /api/test/run/:suite', { params: { suite: args.suite }, ...inBackground })
      : await api.call('POST /api/test/run', inBackground);
    const operation = started as Operation;
    const ended = await this.follow(api, operation);
    const { items } = await api.call('GET /api/admin/operations/:id/items', {
      params: { id: operation.id },
      query: { limit: MOST_CHECKS },
    });
    const results = (items as CheckItem[]).flatMap(({ result }) => (result ? [result] : []));
    for (const result of results) for (const line of linesOf(result)) this.log(line);
    const success = ended.status === 'done' && !results.some(({ status }) => status === 'failed');
    if (!success) process.exitCode = 1;
    const count = (status: TestResult['status']): number => results.filter((result) => result.status === status).length;
    this.say(`Прошло ${count('passed')}, с замечаниями ${count('warning')}, не прошло ${count('failed')}`);
    return { success, results, operation: ended };
  }
}
