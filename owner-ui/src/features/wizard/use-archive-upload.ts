import { plural, quoted } from '@ostatok/kit/web/format.ts';
import { useMutation } from '@tanstack/react-query';
import { type Dispatch, useRef, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import type { WizardEvent } from './wizard-state.ts';

interface Sent {
  file: File;
  signal: AbortSignal;
}

function upload({ file, signal }: Sent) {
  const form = new FormData();
  form.set('file', file);
  return api.call('POST /api/provision/archives', { form, signal });
}

/** The upload of a leaving archive, which goes on while its owner fills in the other steps. */
export function useArchiveUpload(dispatch: Dispatch<WizardEvent>) {
  const [refusal, setRefusal] = useState<string>();
  const current = useRef<AbortController>(undefined);
  const sending = useMutation({
    mutationFn: upload,
    onSuccess({ archive: { id, name, made_at, items } }, { signal }) {
      if (signal.aborted) return;
      const amount = `${items.toLocaleString('ru-RU')} ${plural(items, ['позиция', 'позиции', 'позиций'])}`;
      const day = new Date(made_at).toLocaleDateString('ru-RU');
      dispatch({ type: 'archived', archive: id, archiveText: `${quoted(name)} от ${day}, ${amount}`, name });
    },
    onError(error, { signal }) {
      if (!signal.aborted) setRefusal(messageOf(error, 'Не удалось загрузить архив'));
    },
  });

  function begin(archiveText: string): AbortSignal {
    current.current?.abort();
    current.current = new AbortController();
    setRefusal(undefined);
    dispatch({ type: 'fill', fields: { archive: '', archiveText } });
    return current.current.signal;
  }

  return {
    isPending: sending.isPending,
    refusal,
    choose: (file: File) => sending.mutate({ file, signal: begin(file.name) }),
    /** Also stops an upload under way. */
    drop() {
      begin('');
      sending.reset();
    },
  };
}
export type ArchiveUpload = ReturnType<typeof useArchiveUpload>;
