import test from 'ava';
import { endpointsText, migrationsText } from '../../scripts/lists.mjs';

test('an endpoint of a contract is registered by being in its folder, and what the platform alone calls is not', (t) => {
  const text = endpointsText(
    { list: 'venueEndpoints', about: 'The endpoints of a venue.' },
    {
      'suppliers.endpoints.ts': 'export const supplierEndpoints = defineEndpoints({});\nconst shared = 1;',
      'internal.endpoints.ts': 'export const internalEndpoints = defineEndpoints({});',
      'items.endpoints.ts':
        'export const itemEndpoints = defineEndpoints({});\nexport const categoryEndpoints = defineEndpoints({});',
      'items.ts': 'export const itemSchema = yup.object({});',
    },
  );

  t.regex(text, /^import \{ categoryEndpoints, itemEndpoints \} from '.\/items.endpoints.ts';$/m);
  t.regex(
    text,
    /venueEndpoints = \{\n {2}\.\.\.categoryEndpoints,\n {2}\.\.\.itemEndpoints,\n {2}\.\.\.supplierEndpoints,\n\};/,
  );
  t.notRegex(text, /internal/);
});

test('a migration is registered by being in its folder, in the order of its number', (t) => {
  const text = migrationsText({ list: 'tenantMigrations', about: 'Every migration' }, [
    '100-suppliers.ts',
    'list.ts',
    'pair-tally.ts',
    '031-item-names.ts',
  ]);

  t.regex(text, /'031-item-names': itemNames031,\n {2}'100-suppliers': suppliers100,\n\}/);
  t.notRegex(text, /pairTally|pair-tally/);
});
