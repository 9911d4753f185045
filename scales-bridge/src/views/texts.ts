import { aboutModel, type BridgeState, type ScaleView } from '../bridge.ts';

const grams = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

/** Formats `1 160 ± 2,5 г`: half a step is the scale's own error. */
export function weightText({ weightG, stepG }: ScaleView): string {
  if (weightG === undefined) return '';
  const error = stepG !== undefined && stepG >= 1 ? ` ± ${grams.format(stepG / 2)}` : '';
  return `${grams.format(weightG)}${error} г`;
}

const secondsLeft = (retryAt: number | undefined, now: number): number =>
  Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000));

export function venueText({ venue }: BridgeState, now: number): string {
  switch (venue.state) {
    case 'connected':
      return 'на связи';
    case 'connecting':
      return 'соединяемся…';
    case 'waiting':
      return `${venue.note ?? 'нет связи'}, повтор через ${secondsLeft(venue.retryAt, now)} с`;
  }
}

export function scaleText(scale: ScaleView, now: number): string {
  switch (scale.state) {
    case 'connected':
      return scale.weightG === undefined
        ? ['готовы', aboutModel(scale.model)].filter(Boolean).join(', ')
        : scale.stable
          ? 'вес стоит'
          : 'вес меняется';
    case 'connecting':
      return 'подключаемся…';
    case 'lost': {
      const retry = scale.retryAt === undefined ? '' : `, повтор через ${secondsLeft(scale.retryAt, now)} с`;
      return `нет связи${retry}`;
    }
  }
}

/** Undefined when nothing waits, or one weight is being sent at this moment. */
export function keptText({ kept, venue }: BridgeState): string | undefined {
  if (kept === 0 || (kept === 1 && venue.state === 'connected')) return undefined;
  return `Ждут отправки: ${kept}. Они на диске и не пропадут`;
}
