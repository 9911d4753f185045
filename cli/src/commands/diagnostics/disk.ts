import { Flags } from '@oclif/core';
import type { DiskReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { moment } from '../../output/format.ts';

const signs: Record<DiskReport['recommendations'][number]['level'], string> = { warning: '!', info: '·', success: '✓' };

function partsOf(disk: DiskReport): [string, string][] {
  const top = (rows: [string, string][]): [string, string][] => rows.map(([name, size]) => [`  ${name}`, size]);
  return [
    ['Посчитано', moment(disk.at)],
    ['Всего', disk.totalFormatted],
    ['Диск', `${disk.disk.totalFormatted}, свободно ${disk.disk.freeFormatted} (занято ${disk.disk.usedPercent} %)`],
    ['Образы', disk.dockerImages.totalFormatted],
    ...top(disk.dockerImages.images.map(({ name, size }) => [name, size])),
    ['Исходный код', disk.sourceCode.totalFormatted],
    ...top(disk.sourceCode.breakdown.map(({ name, formatted }) => [name, formatted])),
    ['Заведения', disk.tenantVolumes.totalFormatted],
    ...top(
      disk.tenantVolumes.tenants.map(({ tenantId, subdomain, totalFormatted }) => [
        subdomain ?? tenantId,
        totalFormatted,
      ]),
    ),
    ['База', disk.postgresDb.totalFormatted],
    ...top(disk.postgresDb.tables.map(({ name, formatted }) => [name, formatted])),
    ['Журналы', `${disk.logs.totalFormatted} (платформы ${disk.logs.controlPlane}, заведений ${disk.logs.tenants})`],
    ['Загрузки', disk.uploads.totalFormatted],
    ['Резервные копии', disk.backups.totalFormatted],
  ];
}

export default class DiagnosticsDisk extends BaseCommand {
  static override summary = 'На что уходит диск и что с этим делать';
  static override flags = { fresh: Flags.boolean({ description: 'посчитать заново' }) };

  async run(): Promise<{ success: true; disk: DiskReport }> {
    const { flags } = await this.parse(DiagnosticsDisk);
    const api = await this.api();
    const query = { fresh: flags.fresh ? 1 : undefined };
    const { disk } = await api.call('GET /api/test/disk-usage', { query });
    this.showCard(partsOf(disk));
    for (const { level, message } of disk.recommendations) this.sayWrapped(message, `${signs[level]} `);
    if (!disk.complete) this.say('Посчитано не всё: на диске слишком много файлов.');
    return { success: true, disk };
  }
}
