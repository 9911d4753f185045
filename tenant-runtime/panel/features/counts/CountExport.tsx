import { Button } from '@mantine/core';
import type { Count } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import toast from 'react-hot-toast';
import { messageOf } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

/** The count as a workbook, for whoever keeps the accounts. */
export function CountExport({ count }: { count: Count }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      download(`/export.xlsx?report=count&count=${count.id}`, `${count.title.replace(/[\\/:*?"<>|]/g, ' ')}.xlsx`),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={20} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Скачать Excel
    </Button>
  );
}
