import type { Names } from '../items/find-item.ts';
import { tidy } from './grammar/tidy.ts';

const GREETING =
  /^(?:(?:(?:всем )?(?:привет(?:ик|ствую)?|здравствуй(?:те)?|здорово|хай|салют|добр(?:ый|ое|ого) (?:день|вечер|утро|ночи|времени суток)|(?:доброй|спок|спокойной|хорошей) (?:ночи|смены))|спасибо(?: большое)?|спс|благодарю|пожалуйста|ок|окей|ага|понял|поняла|хорошо|до завтра|до свидания|пока)(?: (?:всем|бот|коллеги|ребята|друзья))*(?: |$))+$/iu;

export const wordsAlone = (text: string): string =>
  tidy(text)
    .replace(/[^\p{L} ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** Tells whether a text is only a greeting: «Привет», «Добрый вечер всем!». */
export const isGreeting = (text: string): boolean => text.length <= 60 && GREETING.test(wordsAlone(text));

const KEYS: [string, string] = ["qwertyuiop[]asdfghjkl;'zxcvbnm,.`", 'йцукенгшщзхъфывапролджэячсмитьбюё'];
const [LATIN, RUSSIAN] = KEYS;
const HEAD_AND_TAIL = /^(?<head>[^+−=]*?)(?<tail> ?(?:[+−=]|-(?= ?\d)).*)$/u;

const typedWith = (text: string, from: string, to: string): string =>
  [...text.toLowerCase()].map((key) => to[from.indexOf(key)] ?? key).join('');

/** Converts the units in the tail from the other layout; its digits and marks stay. */
const tailOf = (tail: string): string => tail.replace(/[a-z]+/gi, (unit) => typedWith(unit, LATIN, RUSSIAN));

/** Converts «l;tvtcjy +0,7» to «джемесон +0,7» if only the latter is an item's name. */
export function inOtherLayout(line: string, names: Names): string {
  const { head = line, tail = '' } = HEAD_AND_TAIL.exec(line)?.groups ?? {};
  const name = head.trim();
  const isLatin = /[a-z]/i.test(name) && !/[а-яё]/i.test(name);
  if (name.length < 3 || name.length > 100 || !(isLatin || /^[а-яё \d.-]+$/i.test(name))) return line;
  if (names.find(name).kind !== 'none') return line;
  const typed = isLatin ? typedWith(name, LATIN, RUSSIAN) : typedWith(name, RUSSIAN, LATIN);
  const found = names.find(typed);
  const meant = found.kind === 'several' || (found.kind === 'one' && found.how !== 'spelling');
  return meant ? `${typed}${isLatin ? tailOf(tail) : tail}` : line;
}

const ASKS =
  /^(?:(?:а )?сколько(?: у нас)?(?: есть| осталось| ещё| еще)?|остат(?:ок|ки)|что (?:там )?(?:с|по)|есть(?: ли)?|покажи|найди) (?<name>.+)$/iu;

/** Returns the name that a question is about: «Сколько джемесона», «джемесон?». */
export function askedAbout(text: string): string | undefined {
  const line = tidy(text);
  if (text.length > 200 || /[\n+=]|(?:^|\s)[-−–]\s?\d/.test(text)) return undefined;
  const bare = line.replace(/[?!. ]{1,5}$/u, '');
  const name = ASKS.exec(bare)?.groups?.name ?? (line.endsWith('?') ? bare : undefined);
  return name && /\p{L}{2}/u.test(name) ? name : undefined;
}
