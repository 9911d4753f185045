import * as yup from 'yup';
import { type Alias, type AliasFields, aliasFields, fullOverEmpty, gtin, idsFilter } from './catalogue.ts';
import { searched } from './list-filters.ts';

/**
 * `POST /internal/proposals` from a tenant: a bottle that it knows better than the catalogue. `id` is the tenant's own,
 * so that a repeated call stores once; the answer says whether there was anything new.
 */
export const proposalSchema = yup
  .object({
    id: yup.string().strict().required('Нет номера предложения').uuid('Номер предложения — uuid').lowercase(),
    ean: gtin(),
    ...aliasFields,
  })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type ProposalInput = yup.InferType<typeof proposalSchema>;

export interface ProposalAnswer {
  success: true;
  /** False when the catalogue has the same data already. */
  stored: boolean;
}

export const proposalStatuses = ['pending', 'approved', 'rejected'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** A proposal as administrators see it. `GET /admin/aliases/proposals` → {data: AliasProposal[], pagination} */
export interface AliasProposal extends AliasFields {
  id: number;
  tenant_id: string;
  /** Null when the tenant has been deleted for good. */
  tenant_name: string | null;
  status: ProposalStatus;
  /** Why it was rejected. */
  reason: string | null;
  /** The e-mail of the person who decided. */
  decided_by: string | null;
  decided_at: string | null;
  /** The present alias of this code. */
  current: Alias | null;
  /** The proposed fields that differ from the catalogue. */
  diff: { field: keyof AliasFields; current: string | number | null; proposed: string | number | null }[];
  /** How many tenants, this one included, give this bottle nearly the same empty weight: within 3 g or 1 %. */
  agreeing: number;
  created_at: string;
  updated_at: string;
}

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

/** `GET /admin/aliases/proposals/counts` → {counts} */
export type ProposalCounts = Record<ProposalStatus, number>;

/** `POST /admin/aliases/proposals/:id/approve` → {alias, proposal}; 409 `already_decided`. */

/**
 * `POST /admin/aliases/proposals/:id/reopen` → {proposal}: it is pending again, and its approval's changes of the
 * catalogue are reverted. 409 `alias_changed` when anybody has changed the alias since; 409 `not_decided`.
 */

/** `POST /admin/aliases/proposals/:id/reject` → {proposal} */
export const rejectProposalSchema = yup.object({
  reason: yup.string().typeError('Причина — текст').trim().nullable().max(500, 'Не длиннее 500 знаков'),
});

/** `PUT /admin/aliases/proposals/:id/edit-and-approve` → {alias, proposal}: omitted fields are as proposed. */
export const editAndApproveSchema = yup.object({
  editedData: yup
    .object({ ean: gtin().optional(), ...aliasFields, description: aliasFields.description.optional() })
    .typeError('Ожидаются поля предложения')
    .default(undefined)
    .required('Ожидаются поля предложения')
    .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty),
});
export type EditedProposal = yup.InferType<typeof editAndApproveSchema>['editedData'];
