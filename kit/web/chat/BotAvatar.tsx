import classes from './BotAvatar.module.css';

const TINTS = 5;

const tintOf = (name: string): number => [...name].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % TINTS;

export function BotAvatar({ name }: { name: string }) {
  return (
    <span className={classes.avatar} data-tint={tintOf(name)} aria-hidden>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}
