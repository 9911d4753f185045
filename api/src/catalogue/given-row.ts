import { type AliasInput, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { copyLine } from '@ostatok/kit/node/copy-text.ts';
import { nameWordsOf } from './names.queries.ts';

/** A code and the fields given for it. */
export type GivenAlias = Partial<AliasInput> &
  Pick<AliasInput, 'ean'> & {
    /** The main code of the product that the code is a further one of; the code itself: of none. */
    product_ean?: string;
    pack?: number;
  };

export const givenColumns = ['row', ...aliasFieldNames, 'words', 'product_ean', 'pack'] as const;

/**
 * A row of a list as it is copied into the database: its number in its source, the fields, and the words of the names.
 * A field that is not given is null there, one that is to be cleared is empty.
 */
export const givenRowText = (row: number, alias: GivenAlias): string =>
  copyLine([
    row,
    ...aliasFieldNames.map((name) => (alias[name] === null ? '' : alias[name])),
    nameWordsOf(alias),
    alias.product_ean,
    alias.pack,
  ]);
