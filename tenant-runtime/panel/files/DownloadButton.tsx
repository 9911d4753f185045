import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import toast from 'react-hot-toast';
import { messageOf } from '../client/api.ts';

/** Creates and saves a file; the button is busy meanwhile. */
export function DownloadButton({ label, onDownload }: { label: string; onDownload: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: onDownload,
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
