const moneyFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A price that has moved by more is said. */
const JUMP = 0.1;

/** Says that a unit of an item costs much more or less than it did; costs are kopecks. */
export function priceJump(item: { name: string; unit: string }, was: number | null, now: number | null): string | null {
  if (was === null || now === null || was <= 0 || Math.abs(now - was) <= JUMP * was) return null;
  const percent = Math.round(((now - was) / was) * 100);
  const money = (kopecks: number): string => `${moneyFormat.format(kopecks / 100)} ₽`;
  const sign = percent > 0 ? '+' : '−';
  return `«${item.name}»: ${money(now)} за ${item.unit}, а было ${money(was)} (${sign}${Math.abs(percent)} %)`;
}
