import { csvExporter, type Exporter } from './ExportMenu.tsx';
import type { Column } from './types.ts';
import { xlsxExporters } from './xlsx-exporter.ts';

/** The formats in which a list is exported: CSV, a workbook if the server makes one, and the list's own. */
export const exportersOf = <Row>(
  resource: string,
  title: string,
  columns: Column<Row>[],
  own: Exporter[] = [],
): Exporter[] => [csvExporter(resource, title, columns), ...xlsxExporters(resource, title), ...own];
