import { aliasFields, fullOverEmpty, gtin } from '@ostatok/kit/contract/alias.ts';
import * as yup from 'yup';
import { idsFilter } from './catalogue.ts';
import { searched } from './list-filters.ts';

export interface ProposalAnswer {
  success: true;
  /** False when the catalogue has the same data already. */
  stored: boolean;
}

export const proposalStatuses = ['pending', 'approved', 'rejected'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const proposalSorts = [
  'id',
  'ean',
  'brand',
  'description',
  'volume_ml',
  'weight_empty_g',
  'tenant_id',
  'status',
  'created_at',
  'updated_at',
] as const;

/** Only pending ones by default; `all`, like a list of `id`, includes every status. */
export const proposalFilterSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — текст')
    .oneOf([...proposalStatuses, 'all'] as const, 'Такого состояния не бывает'),
  tenant_id: yup.string().typeError('Заведение — текст').trim().max(100, 'Слишком длинный номер'),
  /** A part of the tenant's name or subdomain, or its id. */
  tenant: yup.string().typeError('Заведение — текст').trim().max(100, 'Слишком длинное название'),
  ...searched,
  id: idsFilter(),
});
export type ProposalFilter = yup.InferType<typeof proposalFilterSchema>;

export const rejectProposalSchema = yup.object({
  reason: yup.string().typeError('Причина — текст').trim().nullable().max(500, 'Не длиннее 500 знаков'),
});

export const editAndApproveSchema = yup.object({
  editedData: yup
    .object({ ean: gtin().optional(), ...aliasFields, description: aliasFields.description.optional() })
    .typeError('Ожидаются поля предложения')
    .default(undefined)
    .required('Ожидаются поля предложения')
    .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty),
});
export type EditedProposal = yup.InferType<typeof editAndApproveSchema>['editedData'];
