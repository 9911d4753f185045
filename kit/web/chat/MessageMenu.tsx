import { Copy, EllipsisVertical, type LucideIcon, Pencil, Reply } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './MessageMenu.module.css';

interface MessageMenuProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  mine: boolean;
  onReply: () => void;
  onEdit?: (() => void) | undefined;
  /** The text of the message, if it has any. */
  text: string;
}

interface Action {
  label: string;
  icon: LucideIcon;
  run: () => void;
}

function actionsOf({ onReply, onEdit, text }: MessageMenuProps): Action[] {
  const copy = () => void navigator.clipboard.writeText(text).catch(() => undefined);
  return [
    { label: 'Ответить', icon: Reply, run: onReply },
    ...(onEdit ? [{ label: 'Изменить', icon: Pencil, run: onEdit }] : []),
    ...(text && navigator.clipboard ? [{ label: 'Копировать текст', icon: Copy, run: copy }] : []),
  ];
}

/** The list of actions, above the button where there is no room below it. */
function Actions(props: MessageMenuProps) {
  const { mine, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(false);
  useEffect(() => {
    const element = list.current;
    setAbove((element?.getBoundingClientRect().bottom ?? 0) > window.innerHeight - 80);
    element?.querySelector('button')?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onChange(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((at + step) % buttons.length)?.focus();
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onChange(false);
  }
  return (
    <div
      ref={list}
      className={classes.list}
      data-mine={mine || undefined}
      data-above={above || undefined}
      role="menu"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {actionsOf(props).map(({ label, icon: Icon, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          className={classes.item}
          onClick={() => {
            onChange(false);
            run();
          }}
        >
          <Icon size={18} aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}

/** The menu of a message, opened by the button beside it or by a right click. */
export function MessageMenu(props: MessageMenuProps) {
  const { opened, onChange } = props;
  return (
    <div className={classes.menu} data-opened={opened || undefined}>
      <IconButton
        aria-label="Действия с сообщением"
        aria-haspopup="menu"
        aria-expanded={opened}
        // the list closes when it loses the focus, which happens before the click
        onMouseDown={(event) => opened && event.preventDefault()}
        onClick={() => onChange(!opened)}
      >
        <EllipsisVertical size={20} aria-hidden />
      </IconButton>
      {opened && <Actions {...props} />}
    </div>
  );
}
