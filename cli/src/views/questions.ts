import { input, password } from '@inquirer/prompts';

/** A module of their own, so that they are bundled with their dependencies. */
export const questions = { input, password };
