import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { AliasList } from '../aliases/AliasList.tsx';
import { ImportList } from '../aliases/import/ImportList.tsx';
import { Revisions } from '../aliases/Revisions.tsx';
import { api } from '../http-client.ts';
import { ProposalList } from '../proposals/ProposalList.tsx';
import { SynonymList } from '../synonyms/SynonymList.tsx';
import { SubTabs } from '../ui/SubTabs.tsx';

const useCounts = () =>
  useQuery({
    queryKey: ['proposal-counts'],
    queryFn: async () => (await api.call('GET /api/admin/aliases/proposals/counts')).counts,
  });

const History = () => (
  <div className="page">
    <p>
      <Link to="/admin/aliases">К алиасам</Link>
    </p>
    <h1>История изменений</h1>
    <Revisions />
  </div>
);

function Part({ name }: { name: string | undefined }) {
  switch (name) {
    case 'proposals':
      return <ProposalList key="proposals" />;
    case 'history':
      return <History />;
    case 'synonyms':
      return <SynonymList key="synonyms" />;
    case 'imports':
      return <ImportList key="imports" />;
    default:
      return <AliasList key="aliases" />;
  }
}

/** The catalogue, and the tenants' proposals for it. */
export default function CataloguePage() {
  const { pathname } = useLocation();
  const { data: counts } = useCounts();
  const part = pathname.split('/')[3];
  const isProposals = part === 'proposals' || part === 'synonyms';
  const pending = counts ? ` (${counts.pending.toLocaleString('ru-RU')})` : '';
  return (
    <div className="tabbed-page">
      <SubTabs
        label="Глобальные алиасы"
        tabs={[
          { to: '/admin/aliases', label: 'Глобальные алиасы', isActive: !isProposals },
          { to: '/admin/aliases/proposals', label: `Предложения${pending}`, isActive: isProposals },
        ]}
      />
      <Part name={part} />
    </div>
  );
}
