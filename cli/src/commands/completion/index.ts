import { Args } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';

/** Each script asks the program itself for completions, so that it never becomes outdated. */
const scripts = {
  bash: `_ostatok() {
  local IFS=$'\\n'
  COMPREPLY=($(ostatok completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _ostatok ostatok
`,
  zsh: `_ostatok() {
  local -a found
  found=("\${(@f)$(ostatok completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null | sed -e 's/:/\\\\:/g' -e 's/\\t/:/')}")
  [[ -n "$found[1]" ]] && _describe 'ostatok' found || _files
}
compdef _ostatok ostatok
`,
  fish: `complete -c ostatok -a '(ostatok completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;
type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

const homes: Record<Shell, string> = {
  bash: "echo 'source <(ostatok completion bash)' >> ~/.bashrc",
  zsh: "echo 'source <(ostatok completion zsh)' >> ~/.zshrc",
  fish: 'ostatok completion fish > ~/.config/fish/completions/ostatok.fish',
};

export default class Completion extends BaseCommand {
  static override summary = 'Дополнение команд по Tab';
  static override description = `Печатает сценарий для оболочки. Включить:\n${Object.values(homes).join('\n')}`;
  static override args = {
    shell: Args.option({ options: shells })({ required: true, description: 'оболочка' }),
  };

  async run(): Promise<{ success: true; shell: Shell; script: string }> {
    const { args } = await this.parse(Completion);
    const script = scripts[args.shell];
    this.log(script.trimEnd());
    return { success: true, shell: args.shell, script };
  }
}
