import type { ImportPrices } from './imports.endpoints.ts';
import type { PriceReading } from './imports.ts';
import { amountText, moneyText, priceText } from './plausibility.ts';

/** Completes the phrase «Цены за бутылку». */
export const readingTitles: Record<PriceReading, string> = { unit: 'за литр', bottle: 'за бутылку' };

const LITRE_ML = 1000;
const whole = (roubles: number): string => moneyText(Math.round(roubles));

/** Shows one bottle of the file at its price under both readings, so that a wrong one is obvious. */
function exampleText({ reading, example: { name, volume_ml, cost } }: ImportPrices): string {
  const bottle = `бутылка ${amountText(volume_ml / LITRE_ML, 'л')}`;
  const ofBottle = moneyText(Math.round((cost * volume_ml) / 10) / 100);
  return reading === 'unit'
    ? `«${name}» — ${priceText(cost, 'л')}, ${bottle} стоит ${ofBottle}`
    : `«${name}» — ${bottle} за ${ofBottle}, литр стоит ${moneyText(cost)}`;
}

/** Describes how a file's prices were read, and what the stock is worth under this reading and the other. */
export function pricesText(prices: ImportPrices): string {
  const { reading, said, header, worth, otherWorth, nearer } = prices;
  const other = readingTitles[reading === 'unit' ? 'bottle' : 'unit'];
  const column = header === '' ? 'Цены' : `Цены из столбца «${header}»`;
  const known = nearer.this + nearer.other;
  return [
    `${column} прочитаны ${readingTitles[reading]}${said ? '' : ': в файле не сказано, за что они'}.`,
    `${exampleText(prices)}.`,
    ...(worth === otherWorth
      ? []
      : [`По ним остаток стоит ${whole(worth)}, а если это цены ${other} — ${whole(otherWorth)}.`]),
    ...(nearer.other > nearer.this
      ? [`Похоже, цены ${other}: с прежними так сходятся ${nearer.other} из ${known}.`]
      : []),
  ].join(' ');
}
