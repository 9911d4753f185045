import type { Screen } from '../../lib/screen.ts';
import type { ItemNow } from '../../lib/use-item.ts';

export type ItemScreen = Extract<Screen, { name: 'item' }>;

export interface ItemFormProps {
  now: ItemNow;
  screen: ItemScreen;
}
