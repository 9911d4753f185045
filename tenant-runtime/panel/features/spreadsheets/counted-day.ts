/** A day and a time on the venue's clock. */
export interface Counted {
  day: string;
  time: string;
}

export function nowIn(timeZone: string): Counted {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format();
  const [day = '', time = ''] = text.split(' ');
  return { day, time };
}

const ISO = /(?<!\d)(20\d{2})[-._](\d{2})[-._](\d{2})(?!\d)/;
const RUSSIAN = /(?<!\d)(\d{1,2})[._-](\d{1,2})(?:[._-](20\d{2}|\d{2}))?(?!\d)/;

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns the day that a file's name has, not later than today: «остатки 09.11.xlsx» is of the last ninth of November. */
export function dayInName(file: string, today: string): string | undefined {
  const iso = ISO.exec(file);
  if (iso) {
    const day = dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    return day && day <= today ? day : undefined;
  }
  const [, day, month, year] = RUSSIAN.exec(file) ?? [];
  if (!day || !month) return undefined;
  if (year) {
    const written = dayOf((Number(year) % 100) + 2000, Number(month), Number(day));
    return written && written <= today ? written : undefined;
  }
  const thisYear = Number(today.slice(0, 4));
  return [thisYear, thisYear - 1]
    .map((one) => dayOf(one, Number(month), Number(day)))
    .find((one) => one !== undefined && one <= today);
}

/** What is proposed for a file: the day in its name, whose time nobody knows, or else now. */
export function proposedFor(file: string, now: Counted): Counted {
  const day = dayInName(file, now.day);
  return day === undefined || day === now.day ? now : { day, time: '' };
}
