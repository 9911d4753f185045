import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ExecutionContext } from 'ava';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { type Cells, workbookOf } from './venue.ts';

export interface Asked {
  importId: string;
  preview: ImportPreview;
}

/** A venue with these items, whose administrator loads files. */
export async function openBar(t: ExecutionContext, items: Parameters<Tenant['createItem']>[0][]) {
  const tenant = await startTenant(t);
  const { admin, db, createItem } = tenant;
  const made: Record<string, number> = {};
  for (const item of items) made[item.name] = (await createItem(item)).id;
  return {
    ...tenant,
    /** Ids by name. */
    made,
    async preview(rows: Cells[], kind = 'items'): Promise<Asked> {
      const file = await workbookOf({ Лист1: rows });
      const answer = await admin.post('/api/import').field('kind', kind).attach('file', file, 'прайс.xlsx');
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.error}`);
      return answer.body;
    },
    commit: ({ importId }: Asked, chosen: object = {}) => admin.post(`/api/import/${importId}/commit`).send(chosen),
    undo: ({ importId }: Asked) => admin.post(`/api/import/${importId}/undo`),
    items: () =>
      db('items')
        .whereNull('deleted_at')
        .orderBy('name')
        .select('name', 'names', 'article', 'cost', 'expected', 'unit'),
  };
}

export const head = ['Наименование', 'Цена'];
export const bottles = [
  { name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 },
  { name: 'Beefeater London Dry 0.7', unit: 'шт', volume_ml: 700 },
  { name: 'Campari 1 л', unit: 'шт', volume_ml: 1000 },
] as const;
