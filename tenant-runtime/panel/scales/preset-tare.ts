import { createKeptOption } from '@ostatok/kit/web/kept-option.ts';
import type { PresetTare } from '@ostatok/tenant-runtime/contract/settings.ts';
import { useSettings } from '../venue/settings.ts';

const useKeptTare = createKeptOption<PresetTare>('ostatok.preset-tare');

/** What may stand on the venue's bottles, and what stands on those that this browser weighs. */
export function usePresetTare() {
  const { data: settings } = useSettings();
  return useKeptTare(settings?.presetTares);
}
export type PresetTareUse = ReturnType<typeof usePresetTare>;
