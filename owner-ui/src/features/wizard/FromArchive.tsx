import { Anchor, Button, FileButton, Stack, Text } from '@mantine/core';
import { plural, quoted } from '@ostatok/kit/web/format.ts';
import { useMutation } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Draft } from './wizard-state.ts';

interface FromArchiveProps {
  draft: Draft;
  onFill: (fields: Partial<Draft>) => void;
}

function upload(file: File) {
  const form = new FormData();
  form.set('file', file);
  return api.call('POST /api/provision/archives', { form });
}

/** The data of another venue, from its archive: the new one begins with it. */
export function FromArchive({ draft, onFill }: FromArchiveProps) {
  const [refusal, setRefusal] = useState<string>();
  const sending = useMutation({
    mutationFn: upload,
    onMutate: () => setRefusal(undefined),
    onSuccess({ archive: { id, name, made_at, items } }) {
      const amount = `${items.toLocaleString('ru-RU')} ${plural(items, ['позиция', 'позиции', 'позиций'])}`;
      const day = new Date(made_at).toLocaleDateString('ru-RU');
      onFill({
        archive: id,
        archiveText: `${quoted(name)} от ${day}, ${amount}`,
        displayName: draft.displayName || name,
      });
    },
    onError: (error) => setRefusal(messageOf(error, 'Не удалось загрузить архив')),
  });
  if (draft.archive)
    return (
      <Text mt="md">
        Данные из архива: {draft.archiveText}.{' '}
        <Anchor
          component="button"
          type="button"
          underline="always"
          onClick={() => onFill({ archive: '', archiveText: '' })}
        >
          Не брать
        </Anchor>
      </Text>
    );
  return (
    <Stack gap="xs" align="flex-start" mt="md">
      <FileButton accept=".zip,application/zip" onChange={(file) => file && sending.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            px="xs"
            size="sm"
            variant="subtle"
            leftSection={<FileArchive size={16} aria-hidden />}
            loading={sending.isPending}
          >
            Взять данные из архива
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Notice kind="danger" title="Архив не подошёл">
          {refusal}
        </Notice>
      )}
    </Stack>
  );
}
