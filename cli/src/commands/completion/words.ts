import { Command } from '@oclif/core';
import { completionsOf } from '../../completion/completions.ts';
import { valuesOf } from '../../completion/values.ts';
import { translated } from '../../help/help.ts';

/** Called by the shells' completion scripts, not by people. */
export default class CompletionWords extends Command {
  static override hidden = true;
  static override summary = 'Что может стоять дальше';
  static override strict = false;

  async run(): Promise<void> {
    const typed = process.argv.slice(process.argv.indexOf('--') + 1);
    const commands = this.config.commands
      .filter(({ hidden }) => !hidden)
      .map(({ id, summary, flags, args }) => ({ id, summary: summary ?? '', flags, args }));
    const topics = new Map(this.config.topics.map(({ name, description = '' }) => [name, description]));
    const last = typed.at(-1) ?? '';
    const found = await completionsOf(commands, topics, typed, (name) => valuesOf(name, last));
    for (const { word, about } of found) this.log(`${word}\t${translated(about.replace(/\s+/g, ' '))}`);
  }
}
