import { password as askSecret, input } from '@inquirer/prompts';

type Context = Parameters<typeof askSecret>[1];

/** The library tells of its key in English. */
const theme = {
  style: { keysHelpTip: (keys: [key: string, action: string][]) => `${keys[0]?.[0]} — показать или скрыть` },
};

/** A module of their own, so that they are bundled with their dependencies. */
export const questions = {
  input,
  password: (message: string, context: Context) => askSecret({ message, mask: '•', theme }, context),
};
