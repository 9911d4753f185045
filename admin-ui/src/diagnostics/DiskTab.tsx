import type { DiskReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { useNow } from '../ui/use-now.ts';
import { levels, levelTones } from './texts.ts';

interface Line {
  name: string;
  size: string;
}

function Card({ title, total, lines = [] }: { title: string; total: string; lines?: Line[] }) {
  return (
    <section className="panel disk-card" aria-label={title}>
      <header className="panel-title">
        <h2>{title}</h2>
        <strong>{total}</strong>
      </header>
      <ul>
        {lines.map(({ name, size }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{size}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const linesOf = (sizes: { name: string; formatted: string }[]): Line[] =>
  sizes.map(({ name, formatted }) => ({ name, size: formatted }));

const MINUTE_MS = 60_000;
const OLD_MINUTES = 5;

/** The disk usage, with the five largest of each kind. Outdated figures are marked. */
export function DiskTab({ disk }: { disk: DiskReport }) {
  const { dockerImages, sourceCode, tenantVolumes, postgresDb, logs, uploads, backups } = disk;
  const minutes = Math.floor((useNow(MINUTE_MS / 2) - Date.parse(disk.at)) / MINUTE_MS);
  const venues = tenantVolumes.tenants.map(({ tenantId, subdomain, totalFormatted }) => ({
    name: subdomain ? `${tenantId} (${subdomain})` : tenantId,
    size: totalFormatted,
  }));
  return (
    <>
      <p className="disk-total">
        Проект занимает <strong>{disk.totalFormatted}</strong>{' '}
        <span className="dim">
          · диск {disk.disk.totalFormatted}, свободно {disk.disk.freeFormatted}, занято {disk.disk.usedPercent} % ·{' '}
          {timeText(disk.at)}
        </span>
      </p>
      {minutes >= OLD_MINUTES && (
        <p className="problem" role="status">
          Посчитано {minutes.toLocaleString('ru-RU')} мин назад, с тех пор могло измениться. Нажмите «Анализ диска».
        </p>
      )}
      {!disk.complete && <p className="problem">Посчитано не всё: места занято больше, чем показано.</p>}
      <ul className="advice" aria-label="Рекомендации">
        {disk.recommendations.map(({ level, message }) => (
          <li key={message}>
            <Badge tone={levelTones[level]}>{levels[level]}</Badge> {message}
          </li>
        ))}
      </ul>
      <div className="figure-cards">
        <Card title="Образы контейнеров" total={dockerImages.totalFormatted} lines={dockerImages.images} />
        <Card title="Исходный код" total={sourceCode.totalFormatted} lines={linesOf(sourceCode.breakdown)} />
        <Card title="Тома тенантов" total={tenantVolumes.totalFormatted} lines={venues} />
        <Card title="Таблицы базы данных" total={postgresDb.totalFormatted} lines={linesOf(postgresDb.tables)} />
        <Card
          title="Журналы"
          total={logs.totalFormatted}
          lines={[
            { name: 'Платформа', size: logs.controlPlane },
            { name: 'Тенанты', size: logs.tenants },
          ]}
        />
        <Card title="Загрузки" total={uploads.totalFormatted} />
        <Card title="Резервные копии" total={backups.totalFormatted} />
      </div>
    </>
  );
}
