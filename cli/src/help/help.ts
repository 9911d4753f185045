import { type Command, CommandHelp, Help } from '@oclif/core';
import { argumentName } from '../argument-names.ts';
import { wrapped, wrappedText } from '../output/wrapped.ts';

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

/** Translates oclif's own words into Russian. */
export const translated = (line: string): string => line.replace(known, (word) => words[word] ?? word);

const INDENT = 2;

/** Its words are replaced before the layout, so that columns stay aligned. */
class RussianCommandHelp extends CommandHelp {
  /** oclif breaks the line before it knows the command's name, which is too early. */
  protected override usage(): string {
    const id = this.command.id.replaceAll(':', ' ');
    const whole = super.usage().replaceAll('<%= command.id %>', id);
    return wrapped(whole, this.opts.maxWidth - INDENT, '', ' '.repeat(2 * INDENT)).join('\n');
  }

  protected override flags(flags: Command.Flag.Any[]): [string, string | undefined][] | undefined {
    return super.flags(flags)?.map(([left, right]) => [translated(left), right && translated(right)]);
  }
}

const firstSteps = ['ostatok login', 'ostatok status --watch', 'ostatok tenants list --search bar --json']
  .map((line) => `$ ${line}`)
  .join('\n');

/** Environment variables that scripts and servers set, by name. */
const variables: [string, string][] = [
  ['OSTATOK_URL', 'адрес платформы вместо запомненного'],
  ['OSTATOK_TOKEN', 'токен доступа вместо входа'],
  ['OSTATOK_CONFIG_DIR', 'папка, где запоминается вход'],
  ['OSTATOK_DEBUG', '1: показать, где сломалась сама команда'],
  ['NO_COLOR', '1: без цветов'],
];

/** oclif's help in Russian: oclif has no dictionary, so its few words are replaced as they are printed. */
export default class RussianHelp extends Help {
  protected override CommandHelpClass = RussianCommandHelp;

  protected override formatCommand(command: Command.Loadable): string {
    const args = Object.entries(command.args).map(([name, arg]) => [name, { ...arg, name: argumentName(arg.name) }]);
    return super.formatCommand({ ...command, args: Object.fromEntries(args) });
  }

  protected override async showRootHelp(): Promise<void> {
    await super.showRootHelp();
    this.log(this.section('EXAMPLES', firstSteps));
    this.log('');
    this.log(this.section('ПЕРЕМЕННЫЕ', variables));
    this.log('');
    const about = 'О команде: ostatok tenants list --help. Код выхода 0 — сделано, 1 — нет. Время везде московское.';
    this.log(wrappedText(about, this.opts.maxWidth));
  }

  protected override log(...lines: string[]): void {
    super.log(...lines.map(translated));
  }
}
