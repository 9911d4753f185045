import { useMemo } from 'react';
import { localItems, type PhoneItem } from '../offline/catalogue.ts';
import { useCatalogueVersion, useQueue, useWorkspace } from '../workspace/workspace.ts';

/** The phone's items whose name or article has these words. */
export function useFound(text: string): PhoneItem[] {
  const { catalogue } = useWorkspace();
  const { kept } = useQueue();
  const version = useCatalogueVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed catalogue is searched anew
  return useMemo(() => catalogue.search(text, localItems(kept)), [catalogue, text, version, kept]);
}
