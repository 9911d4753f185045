import { input, password } from '@inquirer/prompts';

/** By themselves, so that they are built with all that they stand on. */
export const questions = { input, password };
