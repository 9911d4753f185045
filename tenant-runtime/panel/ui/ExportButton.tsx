import { Button } from '@mantine/core';
import type { ExportReport } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../lib/api.ts';

const names: Record<ExportReport, string> = {
  items: 'Остатки',
  discrepancies: 'Расхождения',
  changes: 'Журнал',
  order: 'Заказ',
  losses: 'Списания',
  count: 'Подсчёт',
};

interface ExportButtonProps {
  report: ExportReport;
  /** What the report is narrowed to. */
  query?: Record<string, string>;
  label?: string;
}

/** A link cannot carry the token, so the file is fetched and then handed to the browser. */
async function download(report: ExportReport, query: ExportButtonProps['query']): Promise<void> {
  const file = await api.blob(`/export.xlsx?${new URLSearchParams({ report, ...query })}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${names[report]} ${new Date().toLocaleDateString('ru-RU')}.xlsx`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function ExportButton({ report, query, label = 'Скачать Excel' }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(report, query),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={20} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
