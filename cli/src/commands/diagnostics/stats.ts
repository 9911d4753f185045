import type { PlatformStats } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { grouped, roubles } from '../../output/format.ts';

export default class DiagnosticsStats extends BaseCommand {
  static override summary = 'Платформа в числах';

  async run(): Promise<{ success: true; stats: PlatformStats }> {
    await this.parse(DiagnosticsStats);
    const api = await this.api();
    const { stats } = await api.call('GET /api/test/stats');
    const { platform, catalog, docker, database } = stats;
    const of = (part: number, whole: number): string => `${grouped(part)} из ${grouped(whole)}`;
    this.showCard([
      ['Пользователи, активных', of(platform.users.active, platform.users.total)],
      ['Заведения, активных', of(platform.tenants.active, platform.tenants.total)],
      ['Подписок действует', grouped(platform.subscriptions.active)],
      ['Выручка в месяц', roubles(platform.subscriptions.mrr)],
      ['Бутылок в каталоге', grouped(catalog.totalProducts)],
      ['С обоими весами', grouped(catalog.verifiedProducts)],
      ['Категорий, брендов', `${grouped(catalog.categoriesCount)}, ${grouped(catalog.brandsCount)}`],
      ['Контейнеров работает', of(docker.containers.running, docker.containers.total)],
      ['Образов, сетей, томов', `${docker.images.total}, ${docker.networks.total}, ${docker.volumes.total}`],
      ['База', database.postgresql.connected ? database.postgresql.sizeFormatted : 'не отвечает'],
      ['Соединений', of(database.pool.total, database.pool.max)],
    ]);
    return { success: true, stats };
  }
}
