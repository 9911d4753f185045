import type { Count } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { ExportButton } from '../../files/ExportButton.tsx';

/** Exports the count as a workbook for the bookkeeper. */
export function CountExport({ count: { id, title } }: { count: Count }) {
  return <ExportButton report="count" query={{ count: String(id) }} fileName={title.replace(/[\\/:*?"<>|]/g, ' ')} />;
}
