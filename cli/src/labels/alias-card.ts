import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { moment, orNone } from '../output/format.ts';

/** The details of an alias, line by line. */
export const aliasCard = (alias: Alias): [string, string][] => [
  ...Object.entries(aliasFieldLabels).map(([name, label]): [string, string] => [
    label,
    orNone(alias[name as keyof Alias]),
  ]),
  ['Изменён', moment(alias.updated_at)],
  ['Номер', String(alias.id)],
];
