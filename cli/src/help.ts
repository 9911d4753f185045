import { type Command, Help } from '@oclif/core';
import { argumentName } from './argument-names.ts';

const words: Record<string, string> = {
  'GLOBAL FLAGS': 'ОБЩИЕ ПАРАМЕТРЫ',
  '[COMMAND]': '[КОМАНДА]',
  '(required)': '(обязательно)',
  '[default: ': '[обычно: ',
  '<options:': '<варианты:',
  '<option>': '<вариант>',
  '<value>': '<значение>',
  'env: ': 'переменная ',
  'FLAG DESCRIPTIONS': 'О ПАРАМЕТРАХ',
  'Format output as json.': 'ответ в JSON на стандартный вывод',
  USAGE: 'ВЫЗОВ',
  DESCRIPTION: 'ОПИСАНИЕ',
  ARGUMENTS: 'АРГУМЕНТЫ',
  FLAGS: 'ПАРАМЕТРЫ',
  ALIASES: 'ДРУГИЕ ИМЕНА',
  EXAMPLES: 'ПРИМЕРЫ',
  COMMANDS: 'КОМАНДЫ',
  COMMAND: 'КОМАНДА',
  TOPICS: 'РАЗДЕЛЫ',
  VERSION: 'ВЕРСИЯ',
};
const known = new RegExp(
  Object.keys(words)
    .map((word) => word.replace(/[()[\].]/g, '\\$&'))
    .join('|'),
  'g',
);

/** oclif's own words in Russian. */
export const translated = (line: string): string => line.replace(known, (word) => words[word] ?? word);

/** oclif's help in Russian: it has no dictionary of its own, so its few words are replaced as they are printed. */
export default class RussianHelp extends Help {
  protected override formatCommand(command: Command.Loadable): string {
    const args = Object.entries(command.args).map(([name, arg]) => [name, { ...arg, name: argumentName(arg.name) }]);
    return super.formatCommand({ ...command, args: Object.fromEntries(args) });
  }

  protected override log(...lines: string[]): void {
    super.log(...lines.map(translated));
  }
}
