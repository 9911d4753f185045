import { readFile } from 'node:fs/promises';
import { Flags } from '@oclif/core';
import { ownMaxBotSchema } from '@ostatok/api/contract/max.ts';
import { replaceBotSchema } from '@ostatok/api/contract/provision.ts';
import { ValidationError } from 'yup';
import { UserError } from '../errors/user-error.ts';

/**
 * A token in a flag would be visible to every user of this machine and kept by the shell: it is asked for, or read from
 * a file.
 */
export const tokenFileFlag = {
  'token-file': Flags.string({
    description: 'файл с токеном бота, - для стандартного ввода (без него спросит)',
    helpValue: 'ФАЙЛ',
  }),
};

async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

async function readTokenFile(path: string): Promise<string> {
  if (path === '-') return readStdin();
  return readFile(path, 'utf8').catch(() => {
    throw new UserError(`--token-file=${path}: файл не читается`, 'file_unreadable');
  });
}

const bots = {
  telegram: { label: 'Токен бота', schema: replaceBotSchema },
  max: { label: 'Токен бота MAX', schema: ownMaxBotSchema },
};

/** Reads the token from a file, or from the terminal without echo. No part of it is ever put into an error. */
export async function readBotToken(
  path: string | undefined,
  interactive: boolean,
  messenger: keyof typeof bots = 'telegram',
): Promise<string> {
  const { label, schema } = bots[messenger];
  if (path === undefined && !interactive)
    throw new UserError(`${label}: --token-file ФАЙЛ, или --token-file - и сам токен на стандартный ввод`, 'no_token');
  const given = path === undefined ? await askToken(label) : await readTokenFile(path);
  try {
    return schema.validateSync({ botToken: given }).botToken;
  } catch (error) {
    if (error instanceof ValidationError) throw new UserError(error.message, 'invalid_input');
    throw error;
  }
}

async function askToken(label: string): Promise<string> {
  const { questions } = await import('../views/questions.ts');
  return questions.password(label, { output: process.stderr });
}
