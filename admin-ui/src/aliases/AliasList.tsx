import { Button } from '@mui/material';
import { type AliasImportField, aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { dateText } from '../ui/texts.ts';
import { AliasDetails } from './AliasDetails.tsx';
import { aliasActions, openAlias } from './alias-actions.tsx';
import { ImportButton, StarterListButton } from './import/ImportDialog.tsx';
import { PushButton, PushStrip } from './Push.tsx';
import { fieldText } from './texts.ts';

const SEARCH_DELAY_MS = 800;

const column = (key: AliasImportField, min: number, more: Partial<Column<Alias>> = {}): Column<Alias> => ({
  key,
  label: aliasFieldLabels[key],
  min,
  render: (alias) => fieldText(alias[key]),
  text: (alias) => alias[key],
  ...more,
});
const amount = (key: AliasImportField, min: number): Column<Alias> =>
  column(key, min, { sort: key, align: 'right', grow: 0 });

/** A further code says first what it is, since a long name is cut. */
function Name({ description, product_ean, pack }: Alias) {
  return (
    <>
      {product_ean !== null && <span className="dim">{packText(pack)} · </span>}
      <strong>{description}</strong>
    </>
  );
}

const columns: Column<Alias>[] = [
  column('description', 220, {
    sort: 'description',
    grow: 6,
    render: Name,
  }),
  column('ean', 140, { sort: 'ean', grow: 0 }),
  column('brand', 110, { sort: 'brand' }),
  column('category', 120, { sort: 'category' }),
  amount('volume_ml', 92),
  amount('weight_empty_g', 112),
  amount('weight_full_g', 112),
  column('density_g_per_ml', 130, { align: 'right', hidden: true }),
  column('alcohol_percent', 110, { align: 'right', hidden: true }),
  column('manufacturer', 140, { hidden: true }),
  column('country_origin', 110, { hidden: true }),
  column('product_ean', 140, { hidden: true, grow: 0 }),
  column('pack', 110, { align: 'right', hidden: true, grow: 0 }),
  {
    key: 'updated_at',
    label: 'Изменён',
    sort: 'updated_at',
    min: 105,
    grow: 0,
    render: ({ updated_at }) => dateText(updated_at),
    text: ({ updated_at }) => dateText(updated_at),
  },
];

const only = [{ value: 'true', label: 'Только они' }];
const filters: Filter[] = [
  { key: 'showEmptyOnly', label: 'Без весов', choices: only },
  { key: 'showFullOnly', label: 'С обоими весами', choices: only },
];

/** Lists the known volume and weights. */
const amountsOf = ({ volume_ml, weight_empty_g, weight_full_g }: Alias): string =>
  [
    volume_ml !== null && `${fieldText(volume_ml)} мл`,
    weight_empty_g !== null && `пустая ${fieldText(weight_empty_g)} г`,
    weight_full_g !== null && `полная ${fieldText(weight_full_g)} г`,
  ]
    .filter(Boolean)
    .join(' · ') || 'Веса и объём не известны';

const AliasCard = (alias: Alias) => (
  <>
    <div className="card-line">
      <span>
        <Name {...alias} />
      </span>
      <span className="dim">{alias.ean}</span>
    </div>
    <div>{amountsOf(alias)}</div>
    <div className="dim">{[alias.brand, alias.category].filter(Boolean).join(' · ')}</div>
  </>
);

/** The catalogue of bottles that all tenants share. */
export function AliasList() {
  return (
    <DataList<Alias>
      resource="aliases"
      title="Глобальные алиасы"
      base="/admin/aliases"
      columns={columns}
      card={AliasCard}
      nameOf={({ description }) => description}
      sort={{ field: 'rank', order: 'DESC' }}
      search="Штрихкод или название"
      searchDelay={SEARCH_DELAY_MS}
      filters={filters}
      actions={aliasActions}
      actionsWidth={84}
      details={(id, row) => <AliasDetails key={id} id={id} row={row} />}
      buttons={
        <>
          <Button component={Link} to="/admin/aliases/history" color="inherit">
            История
          </Button>
          <ImportButton />
          <PushButton />
          <Button variant="contained" onClick={() => openAlias()}>
            Создать алиас
          </Button>
        </>
      }
      above={<PushStrip />}
      empty="Алиасов пока нет"
      firstStep={
        <>
          <Button variant="contained" onClick={() => openAlias()}>
            Завести первый
          </Button>
          <StarterListButton />
        </>
      }
      nothingFound="Ни одного алиаса не нашлось"
      loadError="Ошибка загрузки данных"
    />
  );
}
