import { Flags } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';

export default class ImagesBuild extends BaseCommand {
  static override summary = 'Собрать образ заведений заново';
  static override description =
    'Собирает образ того выпуска, который принесла платформа: после обновления основы (Node, система) или если образ испорчен. Спящие возьмут новый, когда проснутся, работающие — после ostatok tenants restart.';
  static override flags = { pull: Flags.boolean({ description: 'взять из реестра свежую основу' }) };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { flags } = await this.parse(ImagesBuild);
    const api = await this.api();
    const headers = { prefer: 'respond-async' };
    const { operation } = await api.call('POST /api/admin/images/build', { body: { pull: flags.pull }, headers });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
