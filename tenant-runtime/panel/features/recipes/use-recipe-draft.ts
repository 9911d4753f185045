import type { Recipe } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { useState } from 'react';
import { draftOf, type RecipeDraft } from './recipe-draft.ts';

/** Saving a revision again keeps its number. */
const versionOf = (recipe: Recipe | undefined): string => (recipe ? `${recipe.id} ${recipe.created_at}` : 'none');

/**
 * What is typed over a recipe. The recipe's later versions are taken only while nothing is changed, so that neither one's
 * own save nor a colleague's takes away what is being typed.
 */
export function useRecipeDraft(recipe: Recipe | undefined) {
  const version = versionOf(recipe);
  const [base, setBase] = useState(version);
  const [unchanged, setUnchanged] = useState(() => draftOf(recipe));
  const [draft, setDraft] = useState(unchanged);
  const isChanged = draft !== unchanged;

  function takeRecipe(): void {
    const next = draftOf(recipe);
    setBase(version);
    setUnchanged(next);
    setDraft(next);
  }
  if (base !== version && !isChanged) takeRecipe();

  return {
    draft,
    isChanged,
    /** Somebody else has saved the recipe since it was begun to be changed. */
    isOvertaken: isChanged && base !== version,
    change: (part: Partial<RecipeDraft>): void => setDraft({ ...draft, ...part }),
    takeRecipe,
    /** `sent` has become `saved`; what was typed since is still unsaved. */
    onSaved(sent: RecipeDraft, saved: Recipe | undefined): void {
      setUnchanged(sent);
      setBase(versionOf(saved));
    },
  };
}
