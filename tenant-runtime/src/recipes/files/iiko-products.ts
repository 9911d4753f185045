import { childrenOf, type Element, textAt } from '@ostatok/kit/node/xml/xml-document.ts';
import type { RecipeProductRow } from '../../tables.ts';
import { oneLineOf, type ReadRecipes } from './recipe-file.ts';
import { refused } from './refusals.ts';

function productOf(element: Element): RecipeProductRow[] {
  const id = textAt(element, 'id');
  const name = oneLineOf(textAt(element, 'name') ?? '');
  if (!id || name === '') return [];
  const code = textAt(element, 'code') ?? textAt(element, 'num');
  return [{ id, name, code, kind: textAt(element, 'productType') ?? '', unit: textAt(element, 'mainUnit') }];
}

/** Reads the names of iiko's products, to which its recipes refer by their ids. */
export function readIikoProducts(root: Element): ReadRecipes {
  if (root.name !== 'productDtoes') throw refused('not_products');
  const products = [
    ...new Map(
      childrenOf(root, 'productDto')
        .flatMap(productOf)
        .map((one) => [one.id, one]),
    ).values(),
  ];
  if (products.length === 0) throw refused('not_products');
  return { kind: 'iiko_products', dishes: [], products, warnings: [] };
}
