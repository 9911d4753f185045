import { Button } from '@mantine/core';
import type { ExportReport } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import toast from 'react-hot-toast';
import { messageOf } from '../lib/api.ts';
import { download } from '../lib/download.ts';

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

export function ExportButton({ report, query, label = 'Скачать Excel' }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      download(
        `/export.xlsx?${new URLSearchParams({ report, ...query })}`,
        `${names[report]} ${new Date().toLocaleDateString('ru-RU')}.xlsx`,
      ),
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
