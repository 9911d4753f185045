import { ActionIcon } from '@mantine/core';
import { Printer } from 'lucide-react';

export function PrintButton() {
  return (
    <ActionIcon variant="default" aria-label="Напечатать" title="Напечатать" onClick={() => window.print()}>
      <Printer size={20} aria-hidden />
    </ActionIcon>
  );
}
