import type { SaleKind, SalesKind } from '../../contract/sales.ts';

/** Kinds of sales whose servings have left the stock. What is written off was made; what is void was not. */
export const USES_STOCK: readonly SaleKind[] = ['sold', 'free', 'written_off'];

/** Sources whose refunds bring the goods back: receipts of goods. A bar's refund leaves the drink poured. */
export const REFUND_GIVES_BACK: readonly SalesKind[] = ['moysklad', 'evotor', '1c'];
