import { type AliasImportField, aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { aliasActions } from './alias-actions.tsx';
import { ProductCodes } from './ProductCodes.tsx';
import { Revisions } from './Revisions.tsx';
import { fieldNames, fieldText } from './texts.ts';

/** The name is the heading, and the product's codes have their own list. */
const shownElsewhere: AliasImportField[] = ['description', 'product_ean', 'pack'];

export function AliasDetails({ id, row }: { id: string; row: Alias | undefined }) {
  const { data: alias, error, refetch } = useRecord<Alias>('aliases', id, row);
  if (error && !alias) return <ListFailed text="Ошибка загрузки данных" error={error} onRetry={refetch} />;
  if (!alias) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{alias.description}</h2>
      <Facts
        facts={[
          ...fieldNames
            .filter((name) => !shownElsewhere.includes(name))
            .map((name) => [aliasFieldLabels[name], fieldText(alias[name])] as const),
          ['Изменён', timeText(alias.updated_at)],
        ]}
      />
      <ActionButtons row={alias} actions={aliasActions} />
      <section className="record-section" aria-labelledby="alias-codes">
        <h3 id="alias-codes">Коды товара</h3>
        <ProductCodes id={id} />
      </section>
      <section className="record-section" aria-labelledby="alias-history">
        <h3 id="alias-history">История</h3>
        <Revisions aliasId={id} />
      </section>
    </>
  );
}
