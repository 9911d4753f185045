import { Alert, Text } from '@mantine/core';
import { type ImportKind, MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { DropZone } from '../../files/DropZone.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { type Uploaded, useUpload } from './use-upload.ts';

const kinds = [
  { value: 'items', label: 'Позиции и цены' },
  { value: 'expected', label: 'По учёту' },
] as const;

const kindHints: Record<ImportKind, string> = {
  items:
    'Прайс-лист, список позиций или инвентаризация: новые позиции добавятся, знакомые обновятся. Что за количества в файле, спросим',
  expected: 'Остатки по учёту: с ними сравниваются расхождения',
};

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
      <DropZone
        label="Файл Excel"
        accept=".xlsx,.xls"
        hint={`.xlsx или .xls, до ${MAX_FILE_BYTES / 1024 / 1024} МБ. Сначала покажем, что изменится`}
        busy={upload.isPending}
        onFile={(file) => upload.mutate({ file, kind })}
      />
    </>
  );
}
