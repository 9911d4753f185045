import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import { proposalStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { moment, orNone } from '../output/format.ts';

const changes = ({ diff }: AliasProposal): string[] =>
  diff.map((one) => `${aliasFieldLabels[one.field]}: ${orNone(one.current)} → ${orNone(one.proposed)}`);

/** The proposal's changes to the present alias, in one line. */
export const diffOf = (proposal: AliasProposal): string =>
  proposal.current ? changes(proposal).join('; ') : 'новая бутылка';

/** The details of a proposal, line by line. */
export const proposalCard = (proposal: AliasProposal): [string, string][] => [
  ['Штрихкод', proposal.ean],
  ['Название', proposal.description],
  ['Состояние', proposalStatusLabels[proposal.status]],
  ['От', proposal.tenant_name ?? proposal.tenant_id],
  ['Согласны', orNone(proposal.agreeing)],
  ...(proposal.weighings ? [['Взвешено, раз', String(proposal.weighings)] as [string, string]] : []),
  ['Прислано', moment(proposal.created_at)],
  ...(proposal.decided_at
    ? [['Решено', `${moment(proposal.decided_at)}, ${orNone(proposal.decided_by)}`] as [string, string]]
    : []),
  ...(proposal.reason ? [['Причина', proposal.reason] as [string, string]] : []),
  ['Сейчас в каталоге', proposal.current ? proposal.current.description : 'такой бутылки нет'],
  ...changes(proposal).map((text, index): [string, string] => [index === 0 ? 'Что меняет' : '', text]),
];
