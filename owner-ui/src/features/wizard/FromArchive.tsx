import { Anchor, Button, FileButton, Stack, Text } from '@mantine/core';
import { FileArchive } from 'lucide-react';
import { useRef } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import type { ArchiveUpload } from './use-archive-upload.ts';
import { awaitsArchive, type Draft } from './wizard-state.ts';

interface FromArchiveProps {
  draft: Draft;
  upload: ArchiveUpload;
}

const Drop = ({ onClick }: { onClick: () => void }) => (
  <Anchor component="button" type="button" underline="always" onClick={onClick}>
    Не брать
  </Anchor>
);

/** The data of another venue, from its archive: the new one begins with it. */
export function FromArchive({ draft, upload }: FromArchiveProps) {
  const reset = useRef<() => void>(null);
  const { isPending, choose, drop } = upload;
  // what was on its way when the page was discarded has to be chosen again
  const isMissing = awaitsArchive(draft) && !isPending;
  const refusal = upload.refusal ?? (isMissing ? 'Он не загрузился: выберите его ещё раз' : undefined);
  if (draft.archive)
    return (
      <Text mt="md">
        Данные из архива: {draft.archiveText}. <Drop onClick={drop} />
      </Text>
    );
  function take(file: File | null) {
    // without this the same file, chosen again, is no change
    reset.current?.();
    if (file) choose(file);
  }
  return (
    <Stack gap="xs" align="flex-start" mt="md">
      <FileButton accept=".zip,application/zip" resetRef={reset} onChange={take}>
        {(props) => (
          <Button
            {...props}
            px="xs"
            size="sm"
            variant="subtle"
            leftSection={<FileArchive size={16} aria-hidden />}
            loading={isPending}
          >
            Взять данные из архива
          </Button>
        )}
      </FileButton>
      {isPending && (
        <Text role="status">
          Загружаем архив {draft.archiveText}. <Drop onClick={drop} />
        </Text>
      )}
      {refusal && (
        <Notice kind="danger" title="Архив не подошёл">
          {refusal}. <Drop onClick={drop} />
        </Notice>
      )}
    </Stack>
  );
}
