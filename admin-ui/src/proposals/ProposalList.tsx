import { Button } from '@mui/material';
import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import { proposalStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { Link } from 'react-router';
import { fieldText } from '../aliases/texts.ts';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { dateText } from '../ui/texts.ts';
import { proposalActions, proposalKeys } from './decisions.tsx';
import { ProposalDetails } from './ProposalDetails.tsx';
import { ProposalStatusBadge } from './ProposalStatus.tsx';
import { timesText, venuesText } from './texts.ts';

/** Formats «Вес пустой, г: 480 → 500», or says that the alias is new. */
function changesText({ current, diff }: AliasProposal): string {
  if (!current) return 'Новый штрихкод';
  return diff
    .map(
      ({ field, current: was, proposed }) => `${aliasFieldLabels[field]}: ${fieldText(was)} → ${fieldText(proposed)}`,
    )
    .join('; ');
}

const columns: Column<AliasProposal>[] = [
  {
    key: 'description',
    label: 'Название',
    sort: 'description',
    min: 200,
    grow: 2,
    render: ({ description }) => <strong>{description}</strong>,
    text: ({ description }) => description,
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 120,
    grow: 0,
    render: (proposal) => <ProposalStatusBadge proposal={proposal} />,
    text: ({ status }) => proposalStatusLabels[status],
  },
  { key: 'ean', label: 'Штрихкод', sort: 'ean', min: 140, grow: 0, render: ({ ean }) => ean, text: ({ ean }) => ean },
  { key: 'changes', label: 'Что изменится', min: 240, grow: 3, render: changesText, text: changesText },
  {
    key: 'tenant_id',
    label: 'Заведение',
    sort: 'tenant_id',
    min: 140,
    render: ({ tenant_name }) => tenant_name ?? 'удалено',
    text: ({ tenant_name, tenant_id }) => tenant_name ?? tenant_id,
  },
  {
    key: 'agreeing',
    label: 'Согласны',
    min: 120,
    grow: 0,
    render: ({ agreeing }) => venuesText(agreeing),
    text: ({ agreeing }) => agreeing,
  },
  {
    key: 'created_at',
    label: 'Предложено',
    sort: 'created_at',
    min: 120,
    grow: 0,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Статус',
    initial: 'pending',
    choices: Object.entries(proposalStatusLabels).map(([value, label]) => ({ value, label })),
  },
  { key: 'tenant', label: 'Заведение', kind: 'text' },
];

const ProposalCard = (proposal: AliasProposal) => (
  <>
    <div className="card-line">
      <strong>{proposal.description}</strong>
      <ProposalStatusBadge proposal={proposal} />
    </div>
    <div>{changesText(proposal)}</div>
    <div className="dim">
      {proposal.ean} · {proposal.tenant_name ?? 'заведение удалено'} · {venuesText(proposal.agreeing)}
      {proposal.weighings !== null && ` · взвешено ${timesText(proposal.weighings)}`}
    </div>
  </>
);

/** Without a status the server returns only the pending ones. */
const WHATEVER = { status: 'all' };

/** The tenants' proposals for the catalogue, to be moderated. */
export function ProposalList() {
  return (
    <DataList<AliasProposal>
      resource="proposals"
      title="Предложения"
      base="/admin/aliases/proposals"
      columns={columns}
      card={ProposalCard}
      nameOf={({ description }) => description}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Штрихкод или название"
      filters={filters}
      fixed={WHATEVER}
      actions={proposalActions}
      actionsWidth={110}
      rowKeys={proposalKeys}
      buttons={
        <Button component={Link} to="/admin/aliases/synonyms" color="inherit">
          Как называют товары
        </Button>
      }
      details={(id, row) => <ProposalDetails key={id} id={id} row={row} />}
      empty="Предложений пока нет"
      nothingFound="Предложений не нашлось"
      loadError="Ошибка загрузки предложений"
    />
  );
}
