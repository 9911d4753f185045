import { integer, number, text, time } from '@ostatok/kit/contract/answers.ts';
import * as yup from 'yup';

/** The data of a bottle. */
export const aliasFieldsAnswer = {
  /** GTIN-13. */
  ean: text(),
  brand: text().nullable(),
  category: text().nullable(),
  subcategory: text().nullable(),
  volume_ml: integer().nullable(),
  weight_empty_g: number().nullable(),
  weight_full_g: number().nullable(),
  density_g_per_ml: number().nullable(),
  alcohol_percent: number().nullable(),
  description: text(),
  manufacturer: text().nullable(),
  country_origin: text().nullable(),
};

/** A row of the global catalogue. */
export const aliasAnswerSchema = yup.object({
  id: integer(),
  ...aliasFieldsAnswer,
  /** A copy of description under the name that the pages use. */
  nomenclature_ru: text(),
  /** The revision of its last change; revisions are one growing sequence for the whole catalogue. */
  revision: integer(),
  created_at: time(),
  updated_at: time(),
});
