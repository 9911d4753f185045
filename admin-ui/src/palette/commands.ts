import { cleanupActions } from '@ostatok/api/contract/cleanup.ts';
import { openAlias } from '../aliases/alias-actions.tsx';
import { IMPORTS } from '../aliases/import/calls.ts';
import { openPush } from '../aliases/Push.tsx';
import { authProvider, DASHBOARD } from '../auth-provider.ts';
import { askWhich, makeAll, makeBackups } from '../backups/backup-actions.tsx';
import { openCleanup } from '../cleanup/open-cleanup.tsx';
import { cleanups } from '../cleanup/texts.ts';
import { updateAll } from '../cleanup/update-all.ts';
import { startSuite } from '../diagnostics/start.ts';
import { MARKETING_TEMPLATES, NEW_CAMPAIGN, SYSTEM, templateAddress } from '../email/texts.ts';
import { openPlan } from '../plans/plan-actions.tsx';
import { addressOf, DIAGNOSTICS, diagnostics, otherPages, tabs } from '../tabs.ts';
import type { IconName } from '../ui/icons.ts';
import { inOtherLayout } from './script.ts';

export interface Command {
  id: string;
  label: string;
  hint?: string;
  icon: IconName;
  /** Additional search words, in lower case. */
  words?: string;
  /** Returns the next level of commands, such as the actions on a record. */
  next?: () => Promise<Command[]>;
  address?: string;
  run?: () => unknown;
}

/** The lists that are sub-tabs of a page. */
const parts: Pick<Command, 'label' | 'icon' | 'address'>[] = [
  { label: 'System templates', icon: 'email', address: SYSTEM },
  { label: 'Marketing templates', icon: 'email', address: MARKETING_TEMPLATES },
  { label: 'Предложения', icon: 'aliases', address: '/admin/aliases/proposals' },
  { label: 'История алиасов', icon: 'history', address: '/admin/aliases/history' },
  { label: 'Загрузки алиасов', icon: 'aliases', address: IMPORTS },
  { label: 'Журнал безопасности', icon: 'journal', address: '/admin/security-log' },
  { label: 'Журнал системы', icon: 'journal', address: '/admin/logs' },
  { label: 'Находки', icon: 'cleanup', address: '/admin/cleanup/findings' },
  { label: 'Карантин', icon: 'cleanup', address: '/admin/cleanup/quarantine' },
  { label: 'Статистика платформы', icon: 'diagnostics', address: `${DIAGNOSTICS}?tab=stats` },
  { label: 'Дисковое пространство', icon: 'diagnostics', address: `${DIAGNOSTICS}?tab=disk` },
];

export const pageCommands: Command[] = [
  ...[...tabs, ...otherPages, diagnostics].map((page) => ({
    label: page.label,
    icon: page.icon,
    address: addressOf(page),
  })),
  ...parts,
].map((page) => ({ ...page, id: `page ${page.address}`, hint: 'Раздел', words: page.address }));

export const generalCommands: Command[] = [
  { id: 'new plan', label: 'Создать тариф', icon: 'plus', run: () => openPlan() },
  { id: 'new alias', label: 'Создать алиас', icon: 'plus', run: () => openAlias() },
  { id: 'push', label: 'Отправить алиасы заведениям', icon: 'up', run: openPush },
  { id: 'new campaign', label: 'Создать рассылку', icon: 'plus', address: NEW_CAMPAIGN },
  { id: 'new template', label: 'Создать шаблон письма', icon: 'plus', address: templateAddress('new') },
  ...cleanupActions.map(
    (action): Command => ({
      id: `cleanup ${action}`,
      label: action === 'fix_mismatches' ? cleanups[action].label : `Очистить: ${cleanups[action].label.toLowerCase()}`,
      icon: 'cleanup',
      words: action,
      run: () => openCleanup(action),
    }),
  ),
  { id: 'update all', label: 'Обновить все тенанты', icon: 'up', run: updateAll },
  { id: 'back up one', label: 'Сделать копию заведения', icon: 'archive', run: askWhich },
  { id: 'back up all', label: 'Сделать копии всех заведений', icon: 'archive', run: makeAll },
  { id: 'back up platform', label: 'Сделать копию платформы', icon: 'archive', run: () => makeBackups({}) },
  { id: 'test all', label: 'Запустить все тесты', icon: 'diagnostics', address: DIAGNOSTICS, run: () => startSuite() },
  { id: 'dashboard', label: 'В дашборд', icon: 'exit', run: () => window.location.assign(DASHBOARD) },
  { id: 'log out', label: 'Выйти', icon: 'exit', run: () => authProvider.logout({}) },
];

/** The commands that match the text, typed in either keyboard layout. */
export function matching(commands: Command[], text: string): Command[] {
  const wanted = [text.toLocaleLowerCase('ru'), inOtherLayout(text)];
  return commands.filter(({ label, words = '' }) => {
    const said = `${label.toLocaleLowerCase('ru')} ${words}`;
    return wanted.some((part) => said.includes(part));
  });
}
