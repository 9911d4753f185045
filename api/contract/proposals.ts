import * as yup from 'yup';
import { aliasFields, fullOverEmpty, gtin } from './catalogue.ts';

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
