import { Divider, MenuItem } from '@mui/material';
import { useEffect, useRef } from 'react';
import { usePreference } from '../preferences.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { toastDone } from '../ui/toasts.tsx';
import { ViewNameDialog } from './ViewNameDialog.tsx';

interface View {
  name: string;
  /** The query string of the address: search, filters and sorting. */
  query: string;
  /** Whether the list opens with this view. */
  isFirst?: boolean;
}

const NONE: View[] = [];

/** Compares two query strings regardless of the order of their parameters. */
function isSame(one: string, other: string): boolean {
  const sorted = (query: string): string => {
    const parts = new URLSearchParams(query);
    parts.sort();
    return parts.toString();
  };
  return sorted(one) === sorted(other);
}

interface SavedViewsProps {
  list: string;
  /** The present query string. */
  query: string;
  /** Whether the list was opened for one record. */
  isForRecord: boolean;
  onApply: (query: string) => void;
}

/** Applies the administrator's default view when the list is opened without a query. */
function useFirstView({ query, isForRecord, onApply }: SavedViewsProps, views: View[], isKnown: boolean): void {
  const isDecided = useRef(query !== '' || isForRecord);
  useEffect(() => {
    if (!isKnown || isDecided.current) return;
    isDecided.current = true;
    const first = views.find(({ isFirst }) => isFirst);
    // The user has already chosen something meanwhile.
    if (first && query === '') onApply(first.query);
  }, [isKnown, views, query, onApply]);
}

/** The searches, filters and sortings that the administrator has saved under a name. */
export function SavedViews(props: SavedViewsProps) {
  const { list, query, onApply } = props;
  const { value: views, isKnown, change } = usePreference<View[]>(`views.${list}`, NONE);
  useFirstView(props, views, isKnown);
  const present = views.find((view) => isSame(view.query, query));

  const askName = (title: string, initial: string, onName: (name: string) => void): void =>
    openDialog((close) => (
      <ViewNameDialog
        title={title}
        initial={initial}
        taken={views.map(({ name }) => name).filter((name) => name !== initial)}
        onName={onName}
        onClose={close}
      />
    ));
  const without = (all: View[], ...names: string[]): View[] => all.filter(({ name }) => !names.includes(name));
  const save = () => askName('Сохранить вид', '', (name) => change((all) => [...without(all, name), { name, query }]));
  const rename = (view: View) =>
    askName('Переименовать вид', view.name, (name) =>
      change((all) =>
        all
          .filter((one) => one.name !== name || one.name === view.name)
          .map((one) => (one.name === view.name ? { ...one, name } : one)),
      ),
    );
  const makeFirst = (view: View) =>
    change((all) =>
      all.map(({ isFirst: _, ...one }) => (one.name === view.name && !view.isFirst ? { ...one, isFirst: true } : one)),
    );
  const forget = (view: View) => {
    void change((all) => without(all, view.name));
    toastDone('Вид удалён', () => void change((all) => [...without(all, view.name), view]));
  };

  return (
    <MenuButton label="Виды" icon="views">
      {(close) => {
        const item = (icon: IconName, label: string, act: () => unknown) => (
          <MenuItem
            key={label}
            onClick={() => {
              close();
              void act();
            }}
          >
            <Icon name={icon} size={16} />
            &nbsp;{label}
          </MenuItem>
        );
        return [
          ...views.map((view) => (
            <MenuItem
              key={`view ${view.name}`}
              selected={view === present}
              onClick={() => {
                onApply(view.query);
                close();
              }}
            >
              <span className="menu-grow">{view.name}</span>
              {view.isFirst && <span className="dim">&nbsp;сначала</span>}
            </MenuItem>
          )),
          views.length > 0 && <Divider key="line" />,
          item('plus', 'Сохранить этот вид', save),
          ...(present
            ? [
                item('edit', `Переименовать вид «${present.name}»`, () => rename(present)),
                item(
                  'home',
                  present.isFirst ? `Не начинать с вида «${present.name}»` : `Начинать с вида «${present.name}»`,
                  () => makeFirst(present),
                ),
                item('trash', `Удалить вид «${present.name}»`, () => forget(present)),
              ]
            : []),
        ];
      }}
    </MenuButton>
  );
}
