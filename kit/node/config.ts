import type { ObjectSchema } from 'yup';
import * as yup from 'yup';

/** Lists all mistakes of an environment at once, so that they can be corrected together. */
export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(`Настройки заданы неверно:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/** Reads a process's environment by its schema. Empty values count as absent. Throws ConfigError. */
export function loadConfig<T extends yup.AnyObject>(
  schema: ObjectSchema<T>,
  env: Record<string, string | undefined>,
): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  try {
    return schema.validateSync(given, { abortEarly: false, stripUnknown: true }) as T;
  } catch (error) {
    if (error instanceof yup.ValidationError) throw new ConfigError(error.errors);
    throw error;
  }
}
