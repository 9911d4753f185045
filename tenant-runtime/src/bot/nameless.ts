import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { tidy } from './grammar/tidy.ts';
import { directionOf } from './grammar/verbs.ts';
import { isQuantityAlone } from './grammar.ts';
import type { Outcome } from './resolve.ts';
import { namelessText } from './texts.ts';

/** Words before a quantity that name nothing: «ещё 2 бут», «и плюс ящик». */
const MORE = /^(?:(?:и|а|ну|там|тут|ещё|еще|также|плюсом)(?: |$))+/iu;

/** Returns the quantity of a line that holds nothing else, as it is written: «+3», «−0,5 бой», «пришло 2 бутылки». */
function quantityAlone(text: string): string | undefined {
  const quantity = tidy(text).replace(MORE, '');
  const [first = '', ...rest] = quantity.split(' ');
  const after = directionOf(first)?.sign ? rest.join(' ') : '';
  return normaliseEan(quantity) === null && [quantity, after].some(isQuantityAlone) ? quantity : undefined;
}

/** Returns the outcome of a line that lacks only a name, which is asked for. */
export function namelessOutcome(text: string): Outcome | undefined {
  const quantity = quantityAlone(text);
  return quantity ? { kind: 'refused', text: namelessText(text), quantity } : undefined;
}
