import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import type { Tenant } from '../venue/tenant.ts';
import { answerDialog, type EmulatedKind, emulateBluetooth } from './emulated-scale.ts';
import { openItem } from './scanner-page.ts';

/** A full bottle weighs 1150 g. */
export const APEROL = { name: 'Апероль', quantity: 1, volume_ml: 700, density_g_per_ml: 1, weight_empty_g: 450 };

export const weighed = (page: Page, text: string) => page.getByLabel('Остаток по весу').getByText(text).waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** How often the item was weighed; its first stock is a change too. */
export const weighings = async (venue: Tenant, itemId: number): Promise<number> =>
  (await venue.admin.get(`/api/changes?item=${itemId}`)).body.changes.length - 1;

export async function openWeighing(page: Page): Promise<void> {
  await openItem(page, 'апер', /Апероль/);
  await button(page, 'Взвесить').click();
  await button(page, 'Подключить весы').or(page.getByText('Обнулить')).first().waitFor();
}

export async function startScale(t: ExecutionContext, page: Page, kind: EmulatedKind) {
  const bluetooth = await emulateBluetooth(t, page);
  const scale = await bluetooth.scale(kind);
  return { ...bluetooth, scale };
}

/** Connects the scale as a person does. */
export async function connect(page: Page, { dialogs, scale }: Awaited<ReturnType<typeof startScale>>): Promise<void> {
  const answered = answerDialog(dialogs, 'choose');
  await button(page, 'Подключить весы').click();
  await answered;
  await scale.subscribed();
}
