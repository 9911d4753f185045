import { MenuItem } from '@mui/material';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { useState } from 'react';
import type { ListQuery } from '../data-provider.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { toCsv } from './csv.ts';
import type { Column } from './types.ts';
import { takeAll } from './use-rows.ts';

/** A format for exporting the whole filtered list as a file. */
export interface Exporter {
  label: string;
  run: (query: ListQuery, onProgress: (taken: number, total: number) => void) => Promise<void>;
}

function saveCsv<Row>(name: string, columns: Column<Row>[], rows: Row[]): void {
  const date = new Date().toISOString().slice(0, 10);
  saveFile(new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${name} ${date}.csv`);
}

/** Exports the given rows as CSV. */
export function exportRows<Row>(name: string, columns: Column<Row>[], rows: Row[]): void {
  saveCsv(name, columns, rows);
  toastDone(`Сохранено строк: ${rows.length.toLocaleString('ru-RU')}`);
}

/** Builds the CSV in the browser from the list's pages and columns. */
export const csvExporter = <Row,>(resource: string, name: string, columns: Column<Row>[]): Exporter => ({
  label: 'CSV',
  async run(query, onProgress) {
    const { rows, total } = await takeAll<Row>(resource, query, onProgress);
    saveCsv(name, columns, rows);
    const rest = rows.length < total ? ` из ${total.toLocaleString('ru-RU')}` : '';
    toastDone(`Сохранено строк: ${rows.length.toLocaleString('ru-RU')}${rest}`);
  },
});

export function ExportMenu({ exporters, query }: { exporters: Exporter[]; query: ListQuery }) {
  const [progress, setProgress] = useState<string>();
  async function take(exporter: Exporter): Promise<void> {
    setProgress('0 %');
    try {
      await exporter.run(query, (taken, total) =>
        setProgress(`${total > 0 ? Math.floor((taken / total) * 100) : 100} %`),
      );
    } catch (error) {
      toastFailed('Не удалось сохранить файл', error);
    } finally {
      setProgress(undefined);
    }
  }
  if (progress) {
    return (
      <span className="tool-progress" role="status">
        Сохраняется… {progress}
      </span>
    );
  }
  return (
    <MenuButton label="Экспорт" icon="export">
      {(close) =>
        exporters.map((exporter) => (
          <MenuItem
            key={exporter.label}
            onClick={() => {
              close();
              void take(exporter);
            }}
          >
            {exporter.label}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
