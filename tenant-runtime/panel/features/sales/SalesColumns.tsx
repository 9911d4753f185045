import { Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { type SalesColumn, salesColumns } from '@ostatok/tenant-runtime/contract/sales-layout.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import { ColumnsTable } from '../../files/ColumnsTable.tsx';
import type { Chosen, UnknownTable } from '../../files/columns.ts';
import classes from './Sales.module.css';
import { useSources } from './sales.ts';
import { columnLabels, objectionTo } from './sales-labels.ts';
import type { Upload } from './use-sales-upload.ts';

const NEW = 'new';

interface SalesColumnsProps {
  table: UnknownTable;
  upload: Upload;
  isReading: boolean;
  onRead: (upload: Upload) => void;
  onClose: () => void;
}

/** Asks what is in which column of a table; the answer is remembered for its source. */
export function SalesColumns({ table, upload, isReading, onRead, onClose }: SalesColumnsProps) {
  const { data: sources = [] } = useSources();
  const [columns, setColumns] = useState<Chosen<SalesColumn>>({});
  const [headerRow, setHeaderRow] = useState('1');
  const [sheet, setSheet] = useState(table.sheets[0] ?? '');
  const [chosen, setChosen] = useState(NEW);
  const [name, setName] = useState('');
  const layout = { headerRow: Number(headerRow), columns, ...(sheet && { sheet }) };
  const tables = sources.filter(({ kind }) => kind === 'table');
  const known = tables.find(({ id }) => String(id) === chosen);
  const read = useMutation({
    async mutationFn(isAsBefore: boolean) {
      const body = { name: name.trim() };
      const id = known?.id ?? (await api.call('POST /api/sales/sources', { body })).source.id;
      onRead({ ...upload, sourceId: id, ...(!isAsBefore && { layout }) });
    },
    meta: { invalidates: [['sales']] },
  });
  const unnamed = !known && name.trim() === '' ? 'Назовите источник: столбцы запомним для него' : null;
  const objection = unnamed ?? objectionTo(layout);
  return (
    <section className={classes.card} aria-labelledby="columns-title">
      <Title order={2} size="h3" id="columns-title">
        Что в каком столбце?
      </Title>
      <Text>
        «{upload.file.name}» — таблица, которой мы ещё не видели. Покажите столбцы один раз: следующие файлы этого
        источника прочитаем так же
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          label="Источник"
          value={chosen}
          data={[
            { value: NEW, label: 'Новый источник…' },
            ...tables.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {!known && (
          <TextInput
            label="Название источника"
            placeholder="Касса у входа"
            value={name}
            error={read.error && messageOf(read.error)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {table.sheets.length > 1 && (
          <NativeSelect
            label="Лист"
            value={sheet}
            data={table.sheets}
            onChange={(event) => setSheet(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Строка с заголовками"
          placeholder="0, если их нет"
          inputMode="numeric"
          value={headerRow}
          onChange={(event) => setHeaderRow(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
        />
      </div>
      {known?.layout && (
        <Group>
          <Text>Столбцы этого источника уже известны</Text>
          <Button variant="default" loading={isReading} onClick={() => read.mutate(true)}>
            Прочитать, как в прошлый раз
          </Button>
        </Group>
      )}
      <ColumnsTable
        table={table}
        fields={salesColumns}
        labels={columnLabels}
        columns={columns}
        headerRow={Number(headerRow)}
        onChoose={setColumns}
      />
      <Group>
        <Button
          disabled={objection !== null || headerRow === ''}
          loading={isReading || read.isPending}
          onClick={() => read.mutate(false)}
        >
          Прочитать продажи
        </Button>
        <Button variant="default" onClick={onClose}>
          Другой файл
        </Button>
        {objection && <Text c="dimmed">{objection}</Text>}
      </Group>
    </section>
  );
}
