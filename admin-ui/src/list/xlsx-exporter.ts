import { saveFile } from '@ostatok/kit/web/save-file.ts';
import type { ListQuery } from '../data-provider.ts';
import { patientApi } from '../http-client.ts';
import { type ResourceName, resources } from '../resources.ts';
import { toastDone } from '../ui/toasts.tsx';
import type { Exporter } from './ExportMenu.tsx';

/** The lists that the server exports as workbooks. */
const exported: ReadonlySet<string> = new Set<ResourceName>([
  'users',
  'tenants',
  'plans',
  'subscriptions',
  'activity',
  'aliases',
  'proposals',
]);

const addressOf = (path: string, { sort, filter }: ListQuery): string => {
  const asked = new URLSearchParams({
    sort: JSON.stringify([sort.field, sort.order]),
    filter: JSON.stringify(filter),
  });
  return `/api/admin/${path}/export.xlsx?${asked}`;
};

/** The export of the whole list made by the server; empty when the server has none for it. */
export function xlsxExporters(resource: string, name: string): Exporter[] {
  const path = resources[resource as ResourceName]?.path ?? resource;
  if (!exported.has(resource) && !/^campaigns\/[^/]+\/recipients$/.test(path)) return [];
  return [
    {
      label: 'Excel',
      async run(query) {
        const file = await patientApi.blob(addressOf(path, query));
        saveFile(file, `${name} ${new Date().toISOString().slice(0, 10)}.xlsx`);
        toastDone('Список сохранён в Excel');
      },
    },
  ];
}
