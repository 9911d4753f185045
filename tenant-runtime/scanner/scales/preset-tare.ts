import { createKeptOption } from '@ostatok/kit/web/kept-option.ts';
import type { PresetTare } from '@ostatok/tenant-runtime/contract/settings.ts';
import { presetTares } from '../workspace/settings.ts';
import { useRead } from '../workspace/use-read.ts';
import { useSettingsVersion, useWorkspace } from '../workspace/workspace.ts';

const useKeptTare = createKeptOption<PresetTare>('ostatok-preset-tare');

/** What may stand on the venue's bottles, and what stands on those that this phone weighs. */
export function usePresetTare() {
  const { db } = useWorkspace();
  const version = useSettingsVersion();
  return useKeptTare(useRead(() => presetTares(db), [db, version]));
}
