import type { ExportReport } from '@ostatok/tenant-runtime/contract/imports.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { download } from './download.ts';

const names: Record<ExportReport, string> = {
  items: 'Остатки',
  discrepancies: 'Расхождения',
  changes: 'Журнал',
  order: 'Заказ',
  supplier_order: 'Заказ поставщику',
  losses: 'Списания',
  count: 'Подсчёт',
  usage: 'Расход',
};

interface ExportButtonProps {
  report: ExportReport;
  /** The report's filter. */
  query?: Record<string, string>;
  /** Without the extension; the default is the report's name and the day. */
  fileName?: string;
  label?: string;
}

export function ExportButton({ report, query, fileName, label = 'Скачать Excel' }: ExportButtonProps) {
  const path = `/export.xlsx?${new URLSearchParams({ report, ...query })}`;
  return (
    <DownloadButton
      label={label}
      onDownload={() =>
        download(path, `${fileName ?? `${names[report]} ${new Date().toLocaleDateString('ru-RU')}`}.xlsx`)
      }
    />
  );
}
