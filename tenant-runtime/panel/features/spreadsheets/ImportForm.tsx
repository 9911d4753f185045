import { Alert, Button, Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type ImportKind, MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { Choice } from '../../ui/Choice.tsx';
import classes from './Spreadsheets.module.css';
import { type Uploaded, useUpload } from './use-upload.ts';

const kinds = [
  { value: 'items', label: 'Позиции и цены' },
  { value: 'expected', label: 'По учёту' },
] as const;

const kindHints: Record<ImportKind, string> = {
  items: 'Прайс-лист или список позиций: новые добавятся, знакомые обновятся. Остатки знакомых позиций не изменятся',
  expected: 'Остатки по учёту: с ними сравниваются расхождения',
};

interface DropZoneProps {
  busy: boolean;
  onFile: (file: File) => void;
}

function DropZone({ busy, onFile }: DropZoneProps) {
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
        Выбрать файл
      </Button>
      <Text size="sm" c="dimmed">
        .xlsx или .xls, до {MAX_FILE_BYTES / 1024 / 1024} МБ. Сначала покажем, что изменится
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Файл Excel"
        accept=".xlsx,.xls"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </section>
  );
}

export function ImportForm({ onUploaded }: { onUploaded: (uploaded: Uploaded) => void }) {
  const [kind, setKind] = useState<ImportKind>('items');
  const upload = useUpload(onUploaded);
  return (
    <>
      <Choice label="Вид загрузки" value={kind} options={kinds} onChange={setKind} />
      <Text size="sm" c="dimmed">
        {kindHints[kind]}
      </Text>
      {upload.error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(upload.error)}
        </Alert>
      )}
      <DropZone busy={upload.isPending} onFile={(file) => upload.mutate({ file, kind })} />
    </>
  );
}
