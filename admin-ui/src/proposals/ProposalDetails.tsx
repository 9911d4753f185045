import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { Link } from 'react-router';
import { FieldsDiff } from '../aliases/FieldsDiff.tsx';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { proposalActions } from './decisions.tsx';
import { ProposalStatusBadge } from './ProposalStatus.tsx';
import { SimilarAliases } from './SimilarAliases.tsx';
import { timesText, venuesText } from './texts.ts';
import { wouldBe } from './would-be.ts';

/** A tenant's proposal beside the catalogue's alias. */
export function ProposalDetails({ id, row }: { id: string; row: AliasProposal | undefined }) {
  const { data: proposal, error, refetch } = useRecord<AliasProposal>('proposals', id, row);
  if (error && !proposal) return <ListFailed text="Ошибка загрузки предложений" error={error} onRetry={refetch} />;
  if (!proposal) return <div className="list-bone" />;
  const { current, tenant_name, tenant_id, agreeing, weighings, reason, decided_by, decided_at, created_at } = proposal;
  return (
    <>
      <h2 className="record-title">{proposal.description}</h2>
      <ActionButtons row={proposal} actions={proposalActions} />
      <Facts
        facts={[
          ['Статус', <ProposalStatusBadge key="status" proposal={proposal} />],
          ['Заведение', tenant_name ?? `${tenant_id} (удалено)`],
          ['Согласны', `${venuesText(agreeing)} с тем же весом пустой`],
          weighings !== null && ['Взвешено', timesText(weighings)],
          ['Предложено', timeText(created_at)],
          decided_at !== null && ['Решено', `${timeText(decided_at)}, ${decided_by ?? 'платформа'}`],
          reason !== null && ['Причина', reason],
        ]}
      />
      <section className="record-section" aria-labelledby="proposal-diff">
        <h3 id="proposal-diff">{current ? 'Сейчас и предложено' : 'Такого штрихкода в каталоге нет'}</h3>
        <FieldsDiff
          before={current}
          after={wouldBe(proposal)}
          headings={['Сейчас', 'Предложено']}
          caption="Алиас и предложение"
          whole
        />
        {current && <Link to={`/admin/aliases/${current.id}`}>Открыть алиас</Link>}
      </section>
      {!current && <SimilarAliases proposal={proposal} />}
    </>
  );
}
