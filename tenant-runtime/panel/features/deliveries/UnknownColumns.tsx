import { Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { deliveryColumns } from '@ostatok/tenant-runtime/contract/delivery-layout.ts';
import { useState } from 'react';
import classes from '../../files/Columns.module.css';
import { ColumnsTable } from '../../files/ColumnsTable.tsx';
import type { UnknownTable } from '../../files/columns.ts';
import { useSuppliers } from '../../suppliers/suppliers.ts';
import { columnLabels, guessLayout, objectionTo } from './columns.ts';
import page from './Deliveries.module.css';
import { SupplierField } from './SupplierField.tsx';
import type { Upload } from './use-delivery-upload.ts';

interface UnknownColumnsProps {
  table: UnknownTable;
  upload: Upload;
  isReading: boolean;
  onRead: (upload: Upload) => void;
  onClose: () => void;
}

/** Shows the first rows of a table and asks what is in which column; the answer is remembered for the supplier. */
export function UnknownColumns({ table, upload, isReading, onRead, onClose }: UnknownColumnsProps) {
  const [guess] = useState(() => guessLayout(table));
  const [columns, setColumns] = useState(guess.columns);
  const [headerRow, setHeaderRow] = useState(String(guess.headerRow));
  const [sheet, setSheet] = useState(table.sheets[0] ?? '');
  const [supplierId, setSupplierId] = useState<number | null>(upload.supplierId ?? null);
  const { data: suppliers } = useSuppliers();
  const known = suppliers?.find(({ id }) => id === supplierId)?.layout ?? null;
  const layout = { headerRow: Number(headerRow), columns, ...(sheet && { sheet }) };
  const objection = supplierId === null ? 'Выберите поставщика: столбцы запомним для него' : objectionTo(layout);
  return (
    <section className={classes.unknown} aria-labelledby="unknown-title">
      <Title order={2} size="h3" id="unknown-title">
        Что в каком столбце?
      </Title>
      <Text>
        «{upload.file.name}» — таблица, которой мы ещё не видели. Покажите столбцы один раз: следующие накладные этого
        поставщика прочитаем так же
      </Text>
      <div className={page.fields}>
        <SupplierField value={supplierId} said={null} onChange={setSupplierId} />
        {table.sheets.length > 1 && (
          <NativeSelect
            size="md"
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
      {known && (
        <Group>
          <Text>Столбцы этого поставщика уже известны</Text>
          <Button
            variant="default"
            loading={isReading}
            onClick={() => onRead({ ...upload, supplierId: supplierId ?? 0 })}
          >
            Прочитать, как в прошлый раз
          </Button>
        </Group>
      )}
      <ColumnsTable
        table={table}
        fields={deliveryColumns}
        labels={columnLabels}
        columns={columns}
        headerRow={Number(headerRow)}
        onChoose={setColumns}
      />
      <Group>
        <Button
          disabled={objection !== null || headerRow === ''}
          loading={isReading}
          onClick={() => supplierId !== null && onRead({ ...upload, supplierId, layout })}
        >
          Прочитать накладную
        </Button>
        <Button variant="default" onClick={onClose}>
          Другой файл
        </Button>
        {objection && <Text c="dimmed">{objection}</Text>}
      </Group>
    </section>
  );
}
