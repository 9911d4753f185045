import { Button, Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import classes from './DropZone.module.css';

interface DropZoneProps {
  /** The name of the file's field for screen readers. */
  label: string;
  /** The endings of the files that are offered, as the file chooser wants them. */
  accept: string;
  hint: string;
  button?: string;
  busy: boolean;
  onFile: (file: File) => void;
}

/** Takes one file, dropped on it or chosen. */
export function DropZone({ label, accept, hint, button = 'Выбрать файл', busy, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  }

  return (
    <section
      aria-label="Файл для загрузки"
      className={classes.zone}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {busy ? <Mark size={48} fill={0.4} label="Читаем файл" /> : <FileUp size={40} aria-hidden />}
      <Text fw={600}>{busy ? 'Читаем файл…' : 'Перетащите файл сюда'}</Text>
      <Button onClick={() => input.current?.click()} loading={busy}>
        {button}
      </Button>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </section>
  );
}
