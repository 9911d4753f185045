import { Alert, Button, Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { type ImportAnswer, type ImportKind, MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { Choice } from '../../ui/Choice.tsx';
import classes from './Spreadsheets.module.css';

export interface Uploaded {
  file: string;
  kind: ImportKind;
}

const kinds = [
  { value: 'items', label: 'Позиции и цены' },
  { value: 'expected', label: 'По учёту' },
] as const;

const kindHints: Record<ImportKind, string> = {
  items: 'Прайс-лист или список позиций: новые добавятся, знакомые обновятся. Остатки знакомых позиций не изменятся',
  expected: 'Остатки по учёту: с ними сравниваются расхождения',
};

/** What can be told before uploading. */
function objectionTo(file: File): string | null {
  if (!/\.xlsx?$/i.test(file.name)) return 'Нужен файл Excel: .xlsx или .xls';
  if (file.size > MAX_FILE_BYTES) return `Файл больше ${MAX_FILE_BYTES / 1024 / 1024} МБ. Разделите его на части`;
  return file.size === 0 ? 'Файл пустой' : null;
}

function useUpload(onUploaded: (uploaded: Uploaded & Pick<ImportAnswer, 'importId' | 'preview'>) => void) {
  return useMutation({
    async mutationFn({ file, kind }: { file: File; kind: ImportKind }) {
      const objection = objectionTo(file);
      if (objection) throw new Error(objection);
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', file);
      return { ...(await api.post<ImportAnswer>('/import', form)), file: file.name, kind };
    },
    onSuccess: onUploaded,
  });
}

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

export function ImportForm({ onUploaded }: { onUploaded: Parameters<typeof useUpload>[0] }) {
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
