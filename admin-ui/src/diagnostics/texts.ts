import type { DiskReport, TestResult } from '@ostatok/api/contract/diagnostics.endpoints.ts';

export type ShownStatus = TestResult['status'] | 'waiting' | 'running' | 'unknown';

export const statuses: Record<ShownStatus, string> = {
  passed: 'Успешно',
  failed: 'Не прошёл',
  warning: 'С замечанием',
  waiting: 'Ждёт',
  running: 'Идёт',
  unknown: 'Не запускался',
};
export const tones = {
  passed: 'good',
  failed: 'bad',
  warning: 'warn',
  waiting: 'plain',
  running: 'warn',
  unknown: 'plain',
} as const;

type Level = DiskReport['recommendations'][number]['level'];
export const levels: Record<Level, string> = { warning: 'Внимание', info: 'Сведения', success: 'Хорошо' };
export const levelTones = { warning: 'warn', info: 'plain', success: 'good' } as const;

export const number = (value: number): string => value.toLocaleString('ru-RU');
