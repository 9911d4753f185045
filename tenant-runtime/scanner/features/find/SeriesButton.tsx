import { Scale } from 'lucide-react';
import { timeNow } from '../../client/clock.ts';
import { useCounting } from '../../counts/counting.ts';
import { screens } from '../../navigation/screen.ts';
import { Button } from '../../ui/Button.tsx';

/** Begins to weigh bottle after bottle: in the chosen count, or else for the stock. */
export function SeriesButton() {
  const counting = useCounting();
  if (counting === undefined) return null;
  const count = counting && { countId: counting.count.id };
  return (
    <Button onClick={() => screens.open({ name: 'series', since: timeNow(), ...count })}>
      <Scale size={20} aria-hidden /> Взвесить полку
    </Button>
  );
}
