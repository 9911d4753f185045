import type { AliasFacts } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasFieldNames, aliasSchema } from '@ostatok/api/contract/catalogue.ts';
import { aliasFields } from '@ostatok/kit/contract/alias.ts';

/** The rule is attached to the full weight, because its error is shown there. */
const heavierWhenFull = aliasFields.weight_full_g.test('heavier', 'Полная бутылка тяжелее пустой', (full, context) => {
  const { weight_empty_g: empty } = context.parent as { weight_empty_g?: number | null };
  return full == null || empty == null || full > empty;
});

export const formSchema = aliasSchema.shape({ weight_full_g: heavierWhenFull });

export const fieldsOf = (row?: Partial<AliasFacts>) =>
  Object.fromEntries(aliasFieldNames.map((name) => [name, row?.[name] ?? ''])) as Record<
    keyof AliasFacts,
    string | number
  >;
