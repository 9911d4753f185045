import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import type { SalesFileDetails } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { messageOf } from '../../client/api.ts';
import classes from './Sales.module.css';
import { useAssign, useSources } from './sales.ts';
import { mayBeOf } from './sales-labels.ts';

const NEW = 'new';

interface SourceChoiceProps {
  file: SalesFileDetails;
  onAssigned: (file: SalesFileDetails) => void;
}

/** Shows of which till a draft is, and lets a person say it otherwise. */
export function SourceChoice({ file, onAssigned }: SourceChoiceProps) {
  const { data: sources = [] } = useSources();
  const [isNew, setIsNew] = useState(false);
  const [name, setName] = useState('');
  const assign = useAssign(file.id);
  if (file.feed?.fetched) {
    return (
      <Text c="dimmed">
        {file.source.name} · пришло из подключения «{file.feed.name}»
      </Text>
    );
  }
  function assignTo(body: { source_id: number } | { source_name: string }): void {
    assign.mutate(body, {
      onSuccess(assigned) {
        setIsNew(false);
        setName('');
        onAssigned(assigned);
      },
      onError: (error) => void toast.error(messageOf(error)),
    });
  }
  function choose(value: string): void {
    setIsNew(value === NEW);
    if (value !== NEW && value !== '') assignTo({ source_id: Number(value) });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    assignTo({ source_name: name.trim() });
  }
  const fitting = sources.filter(({ kind }) => mayBeOf(file.kind, kind));
  const own = file.source_unsure ? '' : String(file.source.id);
  return (
    <form className={classes.fields} onSubmit={submit}>
      <NativeSelect
        size="md"
        label="Чьи это продажи"
        value={isNew ? NEW : own}
        disabled={assign.isPending}
        data={[
          ...(file.source_unsure ? [{ value: '', label: 'Выберите кассу' }] : []),
          ...fitting.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NEW, label: 'Новая касса…' },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isNew && (
        <>
          <TextInput
            label="Название кассы"
            placeholder="Касса у входа"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" className={classes.beside} disabled={name.trim() === ''} loading={assign.isPending}>
            Это она
          </Button>
        </>
      )}
    </form>
  );
}
