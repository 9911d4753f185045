import type { ItemNow } from '../../catalogue/use-item.ts';
import type { Screen } from '../../navigation/screen.ts';

export type ItemScreen = Extract<Screen, { name: 'item' }>;

export interface ItemFormProps {
  now: ItemNow;
  screen: ItemScreen;
}
