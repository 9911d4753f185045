import { Alert, Stack } from '@mantine/core';
import { pricesText, readingTitles } from '@ostatok/tenant-runtime/contract/import-prices.ts';
import type { ImportPrices } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import { messageOf } from '../../client/api.ts';
import { Choice } from '../../ui/Choice.tsx';
import classes from './Spreadsheets.module.css';
import { type Uploaded, useUpload } from './use-upload.ts';

interface PricesReadProps {
  prices: ImportPrices;
  uploaded: Uploaded;
  onUploaded: (next: Uploaded) => void;
}

const choices = (['unit', 'bottle'] as const).map((value) => ({ value, label: `Цены ${readingTitles[value]}` }));

/**
 * Chooses what the file's prices are for and shows the resulting value of the stock; a new choice reads the file again.
 */
export function PricesRead({ prices, uploaded, onUploaded }: PricesReadProps) {
  const again = useUpload(onUploaded);
  const { file, kind, layout } = uploaded;
  const uncertain = !prices.said || prices.nearer.other > prices.nearer.this;
  return (
    <Alert
      color={uncertain ? 'amber' : 'gray'}
      variant="light"
      title={uncertain ? 'Проверьте, за что цены' : undefined}
      classNames={{ message: classes.note }}
    >
      <Stack gap="sm">
        {pricesText(prices)}
        <Choice
          label="За что цены в файле"
          value={prices.reading}
          options={choices}
          onChange={(reading) =>
            !again.isPending && again.mutate({ file, kind, ...(layout && { layout }), prices: reading })
          }
        />
        {again.error && <span role="alert">{messageOf(again.error)}</span>}
      </Stack>
    </Alert>
  );
}
