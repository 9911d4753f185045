import type { Hook } from '@oclif/core';

const SHOWN = 3;

/** The share of a word's pairs of neighbouring letters that another word also has, from 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (word: string): Set<string> => new Set(Array.from(word, (letter, i) => letter + (word[i + 1] ?? '')));
  const [a, b] = [pairs(one), pairs(other)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

function nearest(asked: string, ids: string[]): string[] {
  const rated = ids.map((id) => ({ id, like: likeness(asked, id) })).filter(({ like }) => like > 0.4);
  return rated
    .toSorted((a, b) => b.like - a.like)
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

const hook: Hook<'command_not_found'> = async function (options) {
  const asked = options.id.replaceAll(':', ' ');
  const ids = options.config.commandIDs.map((id) => id.replaceAll(':', ' '));
  const near = nearest(asked, ids).map((id) => `ostatok ${id}`);
  const error = `Нет команды «${asked}». ${near.length > 0 ? `Похожие: ${near.join(', ')}` : 'Все команды: ostatok --help'}`;
  if (options.argv?.includes('--json'))
    console.log(JSON.stringify({ success: false, error, code: 'no_command' }, null, 2));
  else console.error(error);
  this.exit(1);
};
export default hook;
