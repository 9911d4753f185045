import * as yup from 'yup';
import { type Alias, type AliasFields, aliasFields, fullOverEmpty, gtin, idsFilter } from './catalogue.ts';
import { searched } from './list-filters.ts';

/**
 * `POST /internal/proposals` by a venue: a bottle it knows better than the catalogue. `id` is the venue's own, so that
 * telling twice stores once; the answer says whether there was anything new in it.
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
  /** false: the catalogue says the same already. */
  stored: boolean;
}

export const proposalStatuses = ['pending', 'approved', 'rejected'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** What an administrator sees. `GET /admin/aliases/proposals` → {data: AliasProposal[], pagination} */
export interface AliasProposal extends AliasFields {
  id: number;
  tenant_id: string;
  /** null: the venue is gone for good. */
  tenant_name: string | null;
  status: ProposalStatus;
  /** Why it was rejected. */
  reason: string | null;
  /** The e-mail of who decided. */
  decided_by: string | null;
  decided_at: string | null;
  /** The alias of this code at present. */
  current: Alias | null;
  /** What would change: the fields it gives that say something else. */
  diff: { field: keyof AliasFields; current: string | number | null; proposed: string | number | null }[];
  /** How many venues, this one with them, give this bottle (nearly) the same empty weight: within 3 g or 1 %. */
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

/** Only the pending ones unless asked otherwise; `all` — whatever became of them; so do those asked for by `id`. */
export const proposalFilterSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — текст')
    .oneOf([...proposalStatuses, 'all'] as const, 'Такого состояния не бывает'),
  tenant_id: yup.string().typeError('Заведение — текст').trim().max(100, 'Слишком длинный номер'),
  /** A part of its name or address, or its number. */
  tenant: yup.string().typeError('Заведение — текст').trim().max(100, 'Слишком длинное название'),
  ...searched,
  id: idsFilter(),
});
export type ProposalFilter = yup.InferType<typeof proposalFilterSchema>;

/** `GET /admin/aliases/proposals/counts` → {counts} */
export type ProposalCounts = Record<ProposalStatus, number>;

/** `POST /admin/aliases/proposals/:id/approve` → {alias, proposal}; decided already: 409 `already_decided`. */

/**
 * `POST /admin/aliases/proposals/:id/reopen` → {proposal}: it waits again, and what its approval changed in the catalogue
 * is as it was. Changed since then by anybody: 409 `alias_changed`; not decided: 409 `not_decided`.
 */

/** `POST /admin/aliases/proposals/:id/reject` → {proposal} */
export const rejectProposalSchema = yup.object({
  reason: yup.string().typeError('Причина — текст').trim().nullable().max(500, 'Не длиннее 500 знаков'),
});

/** `PUT /admin/aliases/proposals/:id/edit-and-approve` → {alias, proposal}: what is not given is as proposed. */
export const editAndApproveSchema = yup.object({
  editedData: yup
    .object({ ean: gtin().optional(), ...aliasFields, description: aliasFields.description.optional() })
    .typeError('Ожидаются поля предложения')
    .default(undefined)
    .required('Ожидаются поля предложения')
    .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty),
});
export type EditedProposal = yup.InferType<typeof editAndApproveSchema>['editedData'];
