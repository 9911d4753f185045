import type { Blindness } from '../blindness/blindness.ts';
import type { Items } from '../items/items.service.ts';
import type { Lookup } from '../lookup/lookup.service.ts';
import type { Base } from '../module.ts';
import { marksRoutes } from './marks.routes.ts';
import { createMarks } from './marks.service.ts';

interface MarksDeps extends Base {
  items: Items;
  lookup: Lookup;
  blindness: Blindness;
}

/** Whose bottles marks are. */
export function createMarksModule({ db, clock, items, lookup, blindness }: MarksDeps) {
  const marks = createMarks({ db, clock, items, lookup });
  return { services: { marks }, endpoints: marksRoutes(marks, blindness) };
}
