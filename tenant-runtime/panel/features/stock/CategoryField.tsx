import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { categoriesOf } from '../../stock/stock-filter.ts';
import { useStock } from '../../workspace/workspace.ts';

/** A text field that suggests the tenant's categories while typing. */
export function CategoryField(props: Omit<AutocompleteProps, 'data'>) {
  const { items } = useStock();
  const names = categoriesOf(items).map(({ name }) => name);
  return <Autocomplete size="md" openOnFocus={false} autoComplete="off" data={names} {...props} />;
}
