import { Button } from '@mui/material';
import type { AliasRevision } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../http-client.ts';
import { ListFailed } from '../list/ListMessages.tsx';
import { confirm } from '../ui/confirm.tsx';
import { timeText } from '../ui/texts.ts';
import { FieldsDiff } from './FieldsDiff.tsx';
import { revertTo } from './revert.ts';
import { actionTexts } from './texts.ts';

const STEP = 20;

function useRevisions(aliasId: string | undefined, limit: number) {
  const query = { page: 1, limit };
  return useQuery({
    queryKey: ['aliases', 'history', aliasId, limit],
    queryFn: () =>
      aliasId
        ? api.call('GET /api/admin/aliases/:id/history', { params: { id: aliasId }, query })
        : api.call('GET /api/admin/aliases/history', { query }),
    placeholderData: (before) => before,
  });
}

async function goBack(revision: AliasRevision): Promise<void> {
  const sure = await confirm({
    title: 'Вернуть это состояние?',
    text: `Алиас ${revision.ean} станет таким, каким был ${timeText(revision.at)}. Это запишется в историю новой строкой.`,
    yes: 'Вернуть',
  });
  if (sure) await revertTo(revision);
}

function Revision({ revision, named }: { revision: AliasRevision; named: boolean }) {
  const { action, at, actor, before, after, ean, alias_id, proposal_id } = revision;
  return (
    <li className="revision">
      <div className="revision-top">
        <strong>
          {actionTexts[action]}
          {proposal_id !== null && ` № ${proposal_id}`}
        </strong>
        <span className="dim">
          {timeText(at)} · {actor ?? 'платформа'}
        </span>
      </div>
      {named && (
        <p>
          {after ? <Link to={`/admin/aliases/${alias_id}`}>{after.description}</Link> : before?.description}{' '}
          <span className="dim">{ean}</span>
        </p>
      )}
      <FieldsDiff
        before={before}
        after={after}
        headings={['Было', 'Стало']}
        caption={`${actionTexts[action]}, ${timeText(at)}`}
      />
      {after && (
        <button type="button" className="row-action" onClick={() => void goBack(revision)}>
          Вернуть это состояние
        </button>
      )}
    </li>
  );
}

/** The revisions of one alias, or of all, newest first. */
export function Revisions({ aliasId }: { aliasId?: string }) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useRevisions(aliasId, limit);
  if (error && !data) return <ListFailed text="Ошибка загрузки данных" error={error} onRetry={refetch} />;
  if (!data) return <div className="list-bone" />;
  if (data.data.length === 0) return <p className="dim">Изменений пока не было</p>;
  return (
    <>
      <ol className="revisions">
        {data.data.map((revision) => (
          <Revision key={revision.revision} revision={revision} named={!aliasId} />
        ))}
      </ol>
      {data.data.length < data.pagination.total && (
        <Button variant="outlined" onClick={() => setLimit(limit + STEP)}>
          Показать ещё
        </Button>
      )}
    </>
  );
}
