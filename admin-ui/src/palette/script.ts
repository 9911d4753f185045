const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const place = new Map([...LATIN].map((key, index) => [key, RUSSIAN[index] ?? key]));
for (const [key, letter] of [...place]) place.set(letter, key);

/** Converts a text to what the same keys type in the other layout: «gjlgbcrb» is «подписки», «гыук» is «user». */
export const inOtherLayout = (text: string): string =>
  [...text.toLocaleLowerCase('ru')].map((letter) => place.get(letter) ?? letter).join('');
