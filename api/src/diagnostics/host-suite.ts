import { formatBytes } from '@ostatok/kit/node/russian.ts';
import type { Host } from '../hosting/host.ts';
import { diskStateOf, type MeasureDisk } from '../platform/disk-space.ts';
import type { Suite } from './suite.ts';

const SLOW_START_MS = 5000;
const RESTLESS = 3;

interface HostDeps {
  host: Pick<Host, 'list' | 'images' | 'presentRelease' | 'state'>;
  /** Active tenants that have an endpoint. */
  shouldRun: () => Promise<{ id: string; subdomain: string }[]>;
  /** Active tenants that fail to start, with the reason. */
  down: () => Promise<{ subdomain: string; start_failure: string }[]>;
  /** An active tenant that sleeps. */
  sleeping: () => Promise<string | undefined>;
  wake: (id: string) => Promise<string>;
  stop: (id: string) => Promise<void>;
  home: string;
  measureDisk: MeasureDisk;
}

async function compareStates({ host, shouldRun, down }: HostDeps) {
  const hosted = new Map((await host.list()).map((one) => [one.id, one]));
  const away = (await shouldRun()).filter(({ id }) => hosted.get(id)?.state !== 'running');
  const failed = await down();
  const restless = [...hosted.values()].filter(({ crashes }) => crashes >= RESTLESS);
  const greedy = [...hosted.values()].filter(({ outOfMemory }) => outOfMemory);
  const warnings = [
    failed.length > 0 &&
      `Не запускаются: ${failed
        .slice(0, 5)
        .map(({ subdomain, start_failure }) => `${subdomain} (${start_failure})`)
        .join(', ')}`,
    away.length > 0 &&
      `Не запущены: ${away
        .map(({ subdomain }) => subdomain)
        .slice(0, 5)
        .join(', ')}`,
    restless.length > 0 && `Часто падают: ${restless.length}`,
    greedy.length > 0 && `Не хватило памяти: ${greedy.length} (предел — TENANT_MEMORY_MB)`,
  ].filter(Boolean);
  return {
    message: warnings.length > 0 ? 'Есть расхождения' : 'Состояния совпадают',
    warning: warnings.length > 0 ? warnings.join('. ') : undefined,
    details: {
      hosted: hosted.size,
      away: away.length,
      down: failed.length,
      restless: restless.length,
      outOfMemory: greedy.length,
    },
  };
}

async function startAndStop({ host, sleeping, wake, stop }: HostDeps) {
  const id = await sleeping();
  if (!id) return { message: 'Спящих заведений нет: будить некого' };
  const began = performance.now();
  await wake(id);
  const startMs = Math.round(performance.now() - began);
  await stop(id);
  const stopMs = Math.round(performance.now() - began) - startMs;
  if ((await host.state(id)) === 'running') throw new Error('Заведение не остановилось');
  return {
    message: `Запуск ${startMs} мс, остановка ${stopMs} мс`,
    warning: startMs > SLOW_START_MS ? 'Заведения просыпаются слишком долго' : undefined,
    details: { startMs, stopMs },
  };
}

/** Checks the host that runs tenants, by what it reports itself. */
export function hostSuite(deps: HostDeps): Suite {
  const { host, home, measureDisk } = deps;
  return {
    name: 'docker',
    title: 'Хостинг',
    checks: [
      {
        name: 'Список заведений',
        description: 'Спрашивает хостинг, что на нём запущено',
        purpose: 'Без ответа хостинга заведения не запускаются',
        async run() {
          const hosted = await host.list();
          const running = hosted.filter(({ state }) => state === 'running').length;
          return { message: `Запущено ${running} из ${hosted.length}`, details: { running, total: hosted.length } };
        },
      },
      {
        name: 'Состояние заведений',
        description: 'Сравнивает состояние по базе с тем, что отвечает хостинг',
        purpose: 'Панель не должна показывать работающим то, что не работает',
        run: () => compareStates(deps),
      },
      {
        name: 'Запуск и остановка',
        description: 'Будит спящее заведение и снова укладывает его',
        purpose: 'Спящее заведение просыпается, когда к нему обращаются',
        run: () => startAndStop(deps),
      },
      {
        name: 'Образы',
        description: 'Спрашивает, из чего запускаются заведения',
        purpose: 'Без образа не запустится ни одно заведение',
        async run() {
          const [images, present] = await Promise.all([host.images(), host.presentRelease()]);
          const used = images.find(({ tag }) => tag === present);
          if (!used) throw new Error('Нет образа, из которого запускать заведения');
          return {
            message: `Запускаются из ${used.repository}:${used.tag}, ${formatBytes(used.size)}`,
            details: { total: images.length },
          };
        },
      },
      {
        name: 'Место на диске',
        description: 'Спрашивает, сколько места осталось там, где лежат данные',
        purpose: 'На полном диске ничего нельзя записать',
        async run() {
          const { total, free, usedPercent } = await measureDisk(home);
          return {
            message: `Свободно ${formatBytes(free)} из ${formatBytes(total)}`,
            warning: diskStateOf({ free, usedPercent }) !== 'roomy' ? `Диск занят на ${usedPercent} %` : undefined,
            details: { total, free, usedPercent },
          };
        },
      },
    ],
  };
}
