import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy, X } from 'lucide-react';

/** Copies a value; if the browser forbids it, tells the user to copy it by hand. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copied, error, copy } = useClipboard({ timeout: 4000 });
  const text = error ? 'Браузер не дал скопировать. Выделите и скопируйте сами' : copied ? 'Скопировано' : label;
  const Icon = error ? X : copied ? Check : Copy;
  return (
    <Tooltip label={text}>
      <ActionIcon aria-label={text} onClick={() => copy(value)}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
