import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useId } from 'react';
import classes from './CopyField.module.css';

/** Something to take along, shown whole and copied with one press. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const id = useId();
  return (
    <div className={classes.field}>
      <div className={classes.text}>
        <div className={classes.label} id={id}>
          {label}
        </div>
        <output className={classes.value} aria-labelledby={id}>
          {value}
        </output>
      </div>
      <ActionIcon
        aria-label={clipboard.copied ? `${label}: скопировано` : `Скопировать: ${label.toLowerCase()}`}
        color={clipboard.copied ? 'teal' : 'gray'}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
      </ActionIcon>
    </div>
  );
}
