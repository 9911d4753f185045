import type { Hook } from '@oclif/core';

const hook: Hook<'command_not_found'> = async function (options) {
  const asked = options.id.replaceAll(':', ' ');
  const ids = options.config.commandIDs.map((id) => id.replaceAll(':', ' '));
  const near = ids.filter((id) => id.startsWith(asked.slice(0, 3))).map((id) => `ostatok ${id}`);
  const error = `Нет команды «${asked}». ${near.length > 0 ? `Похожие: ${near.join(', ')}` : 'Все команды: ostatok --help'}`;
  if (options.argv?.includes('--json'))
    console.log(JSON.stringify({ success: false, error, code: 'no_command' }, null, 2));
  else console.error(error);
  this.exit(1);
};
export default hook;
