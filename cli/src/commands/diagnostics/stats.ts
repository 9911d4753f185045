import type { PlatformStats } from '@ostatok/api/contract/diagnostics.ts';
import { BaseCommand } from '../../base-command.ts';
import { roubles } from '../../format.ts';

export default class DiagnosticsStats extends BaseCommand {
  static override summary = 'Платформа в числах';

  async run(): Promise<{ success: true; stats: PlatformStats }> {
    await this.parse(DiagnosticsStats);
    const api = await this.api();
    const { stats } = await api.get<{ stats: PlatformStats }>('/api/test/stats');
    const { platform, catalog, docker, database } = stats;
    const of = (part: number, whole: number): string => `${part} из ${whole}`;
    this.showCard([
      ['Пользователи, активных', of(platform.users.active, platform.users.total)],
      ['Заведения, активных', of(platform.tenants.active, platform.tenants.total)],
      ['Подписок действует', String(platform.subscriptions.active)],
      ['Выручка в месяц', roubles(platform.subscriptions.mrr)],
      ['Бутылок в каталоге', String(catalog.totalProducts)],
      ['С обоими весами', String(catalog.verifiedProducts)],
      ['Категорий, брендов', `${catalog.categoriesCount}, ${catalog.brandsCount}`],
      ['Контейнеров работает', of(docker.containers.running, docker.containers.total)],
      ['Образов, сетей, томов', `${docker.images.total}, ${docker.networks.total}, ${docker.volumes.total}`],
      ['База', database.postgresql.connected ? database.postgresql.sizeFormatted : 'не отвечает'],
      ['Соединений', of(database.pool.total, database.pool.max)],
    ]);
    return { success: true, stats };
  }
}
