import type { RecipeLayout } from '../../contract/recipe-layout.ts';
import type { UnknownTable } from '../deliveries/messages.ts';
import type { LineProposal } from '../tables.ts';
import type { ReadRecipes } from './files/recipe-file.ts';

/** A job that the tenant gives to the process that reads files of recipes. */
export interface Job {
  path: string;
  layout?: RecipeLayout | undefined;
  /** Items to compare the ingredients with, and names of products, are read from there. */
  databaseUrl: string;
}

/** `proposals` are by the keys of ingredients. */
export type Answer = { read: ReadRecipes; proposals: Record<string, LineProposal[]> } | { unknown: UnknownTable };
