import { saveFile } from '@ostatok/kit/web/save-file.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { methodLabels, reasonLabels, sourceLabels } from '../../changes/change-labels.ts';
import { api } from '../../client/api.ts';
import { toCsv } from '../../files/csv.ts';
import { DownloadButton } from '../../files/DownloadButton.tsx';
import { ExportButton } from '../../files/ExportButton.tsx';
import { personOf } from '../../ui/person.ts';
import { useVenue } from '../../venue/venue.ts';
import { filterFrom, queryOf } from './log-address.ts';
import { isFiltered } from './use-change-log.ts';

const AT_ONCE = 1000;
const header = [
  'Когда',
  'Позиция',
  'Изменение',
  'Было',
  'Стало',
  'Единица',
  'Причина',
  'Кто',
  'Откуда',
  'Как',
  'Примечание',
  'Отменено',
];

async function readAll(address: string, timeZone: string): Promise<ShownChange[]> {
  const found = new Map<string, ShownChange>();
  const query = queryOf(filterFrom(new URLSearchParams(address)), timeZone);
  query.set('limit', String(AT_ONCE));
  for (let page = 1; ; page += 1) {
    query.set('page', String(page));
    const { changes } = await api.call('GET /api/changes', { query: Object.fromEntries(query) });
    for (const change of changes) found.set(change.id, change);
    if (changes.length < AT_ONCE) return [...found.values()];
  }
}

function rowsOf(changes: readonly ShownChange[], timeZone: string): (string | number | null)[][] {
  const moment = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return changes.map((change) => [
    moment.format(new Date(change.at)),
    change.item.name,
    change.delta,
    change.before,
    change.after,
    change.item.unit,
    change.reason && reasonLabels[change.reason],
    personOf(change.user),
    sourceLabels[change.source],
    change.method && methodLabels[change.method],
    change.note,
    change.undone ? 'да' : null,
  ]);
}

/** Exports the whole log as a workbook or, under a filter, the shown changes as CSV for Excel. */
export function LogExport({ address }: { address: string }) {
  const { timezone } = useVenue();
  async function save(): Promise<void> {
    const csv = toCsv([header, ...rowsOf(await readAll(address, timezone), timezone)]);
    saveFile(new Blob([csv], { type: 'text/csv' }), `Журнал ${new Date().toLocaleDateString('ru-RU')}.csv`);
  }
  if (!isFiltered(address)) return <ExportButton report="changes" />;
  return <DownloadButton label="Скачать показанное" onDownload={save} />;
}
