import { type AliasFields, aliasFieldNames, aliasFields, aliasSchema } from '@ostatok/api/contract/catalogue.ts';

/** Both weights are known to the field, where the answer «heavier» is wanted. */
const heavierWhenFull = aliasFields.weight_full_g.test('heavier', 'Полная бутылка тяжелее пустой', (full, context) => {
  const { weight_empty_g: empty } = context.parent as { weight_empty_g?: number | null };
  return full == null || empty == null || full > empty;
});

export const formSchema = aliasSchema.shape({ weight_full_g: heavierWhenFull });

export const fieldsOf = (row?: Partial<AliasFields>) =>
  Object.fromEntries(aliasFieldNames.map((name) => [name, row?.[name] ?? ''])) as Record<
    keyof AliasFields,
    string | number
  >;
