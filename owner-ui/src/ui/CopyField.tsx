import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import classes from './CopyField.module.css';

/** Shows a value in full, with a button that copies it. `shown` is the value as it is read aloud or typed. */
export function CopyField({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const { copied, copy, error } = useClipboard({ timeout: 2000 });
  const output = useRef<HTMLOutputElement>(null);
  const id = useId();
  useEffect(() => {
    // A page on plain http may not write to the clipboard: then the value is selected for the user to copy.
    if (error && output.current) window.getSelection()?.selectAllChildren(output.current);
  }, [error]);
  return (
    <div className={classes.field}>
      <div className={classes.text}>
        <div className={classes.label} id={id}>
          {label}
          {error && ' · браузер не дал скопировать: нажмите Ctrl+C'}
        </div>
        <output className={classes.value} aria-labelledby={id} ref={output}>
          {shown}
        </output>
      </div>
      <ActionIcon
        aria-label={copied ? `${label}: скопировано` : `Скопировать: ${label.toLowerCase()}`}
        color={copied ? 'teal' : 'gray'}
        onClick={() => copy(value)}
      >
        {copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied && `${label}: скопировано`}</VisuallyHidden>
    </div>
  );
}
