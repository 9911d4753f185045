/** The rows as PostgreSQL returns them: numeric is a string, so that quantities stay exact. */
import type { Method as Entry, Reason, Source } from '../contract/changes.ts';
import type { Count, CountTotals } from '../contract/counts.endpoints.ts';
import type { CountScope, CountStatus } from '../contract/counts.ts';
import type { DeliveryKind, DeliveryStatus } from '../contract/deliveries.ts';
import type { DeliveryLayout } from '../contract/delivery-layout.ts';
import type { FeedKind } from '../contract/feeds.ts';
import type { SimilarReason } from '../contract/imports.endpoints.ts';
import type { ItemCode } from '../contract/items.endpoints.ts';
import type { Group, Unit } from '../contract/items.ts';
import type { Messenger } from '../contract/messengers.ts';
import type { OrderState } from '../contract/orders.ts';
import type { DishKind, RecipeFileKind } from '../contract/recipes.ts';
import type { SaleKind, SalesFileStatus, SalesKind } from '../contract/sales.ts';
import type { SalesLayout } from '../contract/sales-layout.ts';
import type { SecurityEvent } from '../contract/security.ts';
import type { CodeKind } from '../contract/sign-in-codes.ts';
import type { Role } from '../contract/users.ts';

export interface UserRow {
  id: number;
  username: string;
  name: string;
  role: Role;
  password_hash: string | null;
  telegram_id: number | null;
  max_id: number | null;
  token_version: number;
  created_at: Date;
  removed_at: Date | null;
  /** True for a user of the platform's support, who exists for one session. */
  support: boolean;
  /** True once their chat was unlinked: their name in Telegram then links no chat any more. */
  link_only: boolean;
}

export interface TelegramLinkRow {
  user_id: number;
  hash: string;
  made_by: number;
  /** The token version of the link's maker. */
  token_version: number;
  expires_at: Date;
  /** The number of who opened the link, in their messenger. */
  used_by: number | null;
  used_channel: Messenger;
}

export interface SessionRow {
  id: string;
  user_id: number;
  token_version: number;
  token_hash: string;
  used_hash: string | null;
  /** True once the tokens of the last refresh are in use. */
  arrived: boolean;
  started_at: Date;
  refreshed_at: Date;
  expires_at: Date;
  device: string | null;
}

export interface SecurityRow {
  at: Date;
  event: SecurityEvent;
  failed: boolean;
  count: number;
  user_id: number | null;
  actor_id: number | null;
  subject: string | null;
  ip: string | null;
  device: string | null;
  details: string | null;
}

export interface SignInCodeRow {
  hash: string;
  kind: CodeKind;
  /** The bridge's name. */
  name: string | null;
  user_id: number;
  token_version: number;
  expires_at: Date;
}

export interface BridgeRow {
  id: number;
  name: string;
  token_hash: string;
  paired_by: number;
  paired_at: Date;
  seen_at: Date | null;
  unpaired_at: Date | null;
}

export interface ItemRow {
  id: number;
  name: string;
  search_name: string;
  article: string | null;
  ean: string | null;
  /** Barcodes other than `ean`. */
  codes: ItemCode[];
  /** Names other than `name` that users give the item in the chat. */
  names: string[];
  category: string;
  group: Group;
  unit: Unit;
  quantity: string;
  expected: string | null;
  par: string | null;
  /** Kopecks per unit. */
  cost: number | null;
  volume_ml: number | null;
  weight_empty_g: string | null;
  weight_full_g: string | null;
  density_g_per_ml: string | null;
  /** For each field, the value that the platform's catalogue wrote last and the barcode it came with. */
  catalogue: Record<string, [number | string, string]> | null;
  /** The barcode of the catalogue's product that the item was matched with. */
  alias_ean: string | null;
  /** With no `alias_ean`, the catalogue does not have the product. */
  matched_at: Date | null;
  /** For each barcode of an alias, what owners call it; those of a barcode that the item no longer has do not count. */
  alias_names: Record<string, string[]> | null;
  /** The client's own key, if a phone made the item. */
  key: string | null;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
  changed_at: Date | null;
  deleted_at: Date | null;
}

/** One weighing of an item's empty or full bottle. */
export interface MeasurementRow {
  /** The client's own id. */
  id: string;
  seq: number;
  item_id: number;
  user_id: number | null;
  bottle: 'empty' | 'full';
  /** Without what stood on the bottle. */
  grams: string;
  /** The scale's step in grams, if it was known. */
  step_g: string | null;
  at: Date;
}

/** A barcode that a user has attached to the item. */
export interface AttachedCodeRow {
  /** The client's own id. */
  id: string;
  ean: string;
  pack: number;
  item_id: number;
  user_id: number;
  at: Date;
  /** null until an administrator decides. */
  accepted: boolean | null;
  decided_by: number | null;
  decided_at: Date | null;
}

/** The form in which the amount was given. */
export type Method = 'delta' | 'set' | 'weight';

export interface ChangeRow {
  id: string;
  seq: number;
  item_id: number;
  user_id: number | null;
  delta: string;
  before: string;
  after: string;
  method: Method;
  /** The number as it was given: the delta, the new quantity or the gross weight in grams. */
  given: string;
  /** The grams of what stood on the weighed bottle; `given` includes them. */
  preset_tare_g: string | null;
  source: Source;
  /** The means by which a user gave it; null if no user did, or if the row is older than the column. */
  entry: Entry | null;
  reason: Reason | null;
  /** The count whose closing made the change. */
  count_id: number | null;
  note: string | null;
  undoes: string | null;
  at: Date;
  created_at: Date;
}
/** The columns of a change that are known before it is written. */
export type ChangeColumns = Omit<ChangeRow, 'seq' | 'created_at'>;

export interface SupplierRow {
  id: number;
  name: string;
  inn: string | null;
  /** What files call them: a GUID of iiko, a number of ЕГАИС. */
  codes: string[];
  phone: string | null;
  email: string | null;
  telegram: string | null;
  /** Who takes orders. */
  person: string | null;
  /** As a person writes them. */
  delivery_days: string | null;
  note: string | null;
  layout: DeliveryLayout | null;
  created_at: Date;
  removed_at: Date | null;
}

export interface OrderRow {
  id: number;
  key: string;
  supplier_id: number;
  state: OrderState;
  note: string | null;
  created_by: number | null;
  created_at: Date;
  /** Null where a delivery has brought the rest. */
  closed_by: number | null;
  closed_at: Date | null;
  letter_at: Date | null;
  letter_to: string | null;
}

/** A line as it was when it was ordered. */
export interface OrderLineRow {
  order_id: number;
  place: number;
  item_id: number;
  name: string;
  article: string | null;
  unit: Unit;
  /** In the item's unit, as the size of a pack. */
  quantity: string;
  pack_unit: string | null;
  pack_size: string | null;
  /** Kopecks for a unit of the item. */
  price: number | null;
}

export interface SupplierArticleRow {
  supplier_id: number;
  /** The supplier's code of the article, or its name where it has none. */
  key: string;
  item_id: number;
  factor: string;
  /** The units between which the factor holds, that of the papers folded; null: not remembered. */
  unit: string | null;
  item_unit: Unit | null;
  /** What the quantity is in where the papers name no unit, which `unit` is empty for, and a word of its own for iiko's invoices. */
  counted_in: Unit | null;
  user_id: number | null;
  at: Date;
}

export interface DeliveryRow {
  id: number;
  key: string;
  status: DeliveryStatus;
  supplier_id: number | null;
  kind: DeliveryKind;
  file: string | null;
  said_supplier: { name: string | null; inn: string | null; code: string | null } | null;
  number: string | null;
  /** `2026-11-28` */
  day: string | null;
  totals: { stated: DeliveryTotals; summed: DeliveryTotals } | null;
  warnings: string[];
  received_at: Date | null;
  created_by: number | null;
  created_at: Date;
  posted_by: number | null;
  posted_at: Date | null;
  reversed_by: number | null;
  reversed_at: Date | null;
}

/** Sums are kopecks. */
export interface DeliveryTotals {
  quantity: string | null;
  net: number | null;
  vat: number | null;
  gross: number | null;
}

/** An item that a line may be. */
export interface LineProposal {
  item_id: number;
  name: string;
  confidence: number;
  reasons: SimilarReason[];
  sure: boolean;
}

export interface DeliveryLineRow {
  delivery_id: number;
  place: number;
  number: number;
  code: string | null;
  name: string | null;
  unit: string | null;
  packs: string | null;
  in_pack: string | null;
  /** What the quantity is in where the document names no unit; null: nobody has said it. */
  counted_in: Unit | null;
  /** In the document's unit. */
  quantity: string;
  /** What has really come, in the same unit; null: as the document says. */
  came: string | null;
  /** Kopecks, with fractions. */
  price: string | null;
  net: number | null;
  vat: number | null;
  gross: number | null;
  vat_rate: string | null;
  marks: string[];
  alccode: string | null;
  ean: string | null;
  volume_ml: number | null;
  skipped: boolean;
  item_id: number | null;
  factor: string | null;
  /** Whether the item is what the supplier's papers were before, and nobody has said it of this one. */
  recalled: boolean;
  proposals: LineProposal[];
  /** In `stock_unit`, which was the item's; filled at posting like all below. */
  stock_quantity: string | null;
  stock_unit: Unit | null;
  worth: number | null;
  stock_before: string | null;
  cost_before: number | null;
  cost_after: number | null;
  cost_seq: number | null;
}

export interface DishRow {
  id: number;
  key: string | null;
  name: string;
  /** The till's. */
  code: string | null;
  kind: DishKind;
  /** Of a semi-product; dishes are portions. */
  unit: Unit | null;
  /** Kopecks with VAT. */
  price: number | null;
  group: string | null;
  created_at: Date;
  removed_at: Date | null;
}

/** A revision: that of a day is the newest one that had begun by then. */
export interface RecipeRow {
  id: number;
  dish_id: number;
  /** Empty: the only one. */
  size: string;
  /** `2026-11-28`; empty: always. */
  valid_from: string;
  /** Portions, or units of a semi-product, that it makes. */
  yield: string;
  source: string;
  created_by: number | null;
  created_at: Date;
}

export interface RecipeLineRow {
  recipe_id: number;
  place: number;
  text: string;
  key: string;
  amount: string | null;
  unit: string | null;
  item_id: number | null;
  used_dish_id: number | null;
  skipped: boolean;
  /** Units of the item in the whole recipe, as a person says; null: by the amount. */
  quantity: string | null;
  proposals: LineProposal[];
}

export interface RecipeNameRow {
  key: string;
  item_id: number | null;
  used_dish_id: number | null;
  skipped: boolean;
  /** Units of the item in one unit as written; null: by its measure. */
  factor: string | null;
  user_id: number | null;
  at: Date;
}

/** A product of iiko, whose recipes name products by their GUIDs. */
export interface RecipeProductRow {
  id: string;
  name: string;
  code: string | null;
  kind: string;
  unit: string | null;
}

export interface RecipeFileRow {
  id: number;
  key: string;
  kind: RecipeFileKind;
  file: string;
  status: 'draft' | 'applied';
  dishes: FileDish[];
  /** By the keys of ingredients. */
  proposals: Record<string, LineProposal[]>;
  warnings: string[];
  created_by: number | null;
  created_at: Date;
  applied_by: number | null;
  applied_at: Date | null;
}

/** One recipe as a file has it. */
export interface FileDish {
  name: string;
  code: string | null;
  kind: DishKind;
  unit: Unit | null;
  size: string;
  group: string | null;
  /** Kopecks. */
  price: number | null;
  /** Null where the file does not say. */
  valid_from: string | null;
  yield: string;
  lines: FileIngredient[];
}

export interface FileIngredient {
  text: string;
  key: string;
  /** A decimal text with a point; null where it is not understood. */
  amount: string | null;
  unit: string | null;
}

export interface CountRow {
  id: number;
  key: string;
  title: string;
  scope: CountScope;
  categories: string[];
  spot: boolean;
  blind: boolean;
  recount_threshold: string | null;
  status: CountStatus;
  totals: CountTotals | null;
  /** The coverage at closing or cancelling; null while the count is open. */
  coverage: Count['coverage'] | null;
  opened_by: number | null;
  opened_at: Date;
  /** The `changes.seq` up to which everything was written before the opening. */
  opened_seq: number;
  closed_by: number | null;
  closed_at: Date | null;
}

export interface CountAreaRow {
  id: number;
  count_id: number;
  name: string;
  user_id: number | null;
  done_at: Date | null;
}

export interface ScheduledCountRow {
  id: number;
  title: string;
  /** 1 is Monday. */
  weekdays: number[];
  /** As 23:30, on the clock of the tenant. */
  time: string;
  missed_after_min: number;
  user_ids: number[];
  opening: {
    scope: 'all' | 'categories';
    categories: string[];
    spot: boolean;
    blind: boolean;
    recountThreshold: number | null;
    areas: { name: string; userId: number | null }[];
  };
  active: boolean;
  since: Date;
  created_at: Date;
  deleted_at: Date | null;
}

export interface DueCountRow {
  id: number;
  scheduled_count_id: number;
  due_at: Date;
  /** The `counts.key` of the count that it is begun with by its button. */
  key: string;
  missed_after: Date;
  missed_at: Date | null;
  started_at: Date | null;
  count_id: number | null;
}

export interface NoticeRow {
  id: number;
  kind: string;
  /** What it is about, as JSON. */
  data: unknown;
  /** The user who did it. */
  user_id: number | null;
  created_at: Date;
  /** Who has received it, as `Notified`. */
  notified: unknown[];
  claimed_until: Date | null;
  done_at: Date | null;
}

export interface CountLineRow {
  count_id: number;
  item_id: number;
  round: number;
  /** When the round was last raised. */
  recount_at: Date | null;
  /** True while an open count that will change the stock holds the item. */
  held: boolean;
  name: string;
  category: string;
  group: Group;
  unit: Unit;
  /** Filled at closing, like those below. */
  counted: string | null;
  book: string | null;
  expected: string | null;
  cost: number | null;
  /** The last entry; null of what nobody has entered. */
  seen_at: Date | null;
  /** By how much it may be wrong, in the unit of the item. */
  error: number | null;
  /** The first closing that took it for zero without an entry; kept while the count is open again. */
  zero_at: Date | null;
}

/** What is added to the stock that a line of a closed count was compared with. */
export interface BookChange {
  count_id: number;
  item_id: number;
  /** In the item's unit. */
  quantity: string;
}

export interface CountEntryRow {
  id: string;
  seq: number;
  count_id: number;
  item_id: number;
  round: number;
  area_id: number | null;
  user_id: number;
  quantity: string;
  gross_weight_g: string | null;
  /** The grams of what stood on the weighed bottle; `gross_weight_g` includes them. */
  preset_tare_g: string | null;
  /** Of the whole bottle that was counted by it. */
  mark: string | null;
  entry: Entry;
  source: 'web' | 'scanner' | 'scales' | 'bot';
  note: string | null;
  at: Date;
  created_at: Date;
  voided_at: Date | null;
  voided_by: number | null;
  /** The entry that took its place. */
  replaced_by: string | null;
}

export interface SalesSourceRow {
  id: number;
  kind: SalesKind;
  name: string;
  layout: SalesLayout | null;
  /** Sources that are other tills, as a person has said, although their sales were alike. */
  apart_from: number[];
  created_at: Date;
  removed_at: Date | null;
}

/** Exact amounts as decimal texts, money in roubles; null where the file does not say. */
export interface SalesTotals {
  quantity: string | null;
  paid: string | null;
  listed: string | null;
  cost: string | null;
}

export interface SalesFileRow {
  id: number;
  key: string;
  source_id: number;
  kind: SalesKind;
  file: string;
  status: SalesFileStatus;
  /** `2026-11-28` */
  from_day: string;
  to_day: string;
  /** Empty text where the file names none. */
  stores: string[];
  rows: number;
  totals: { stated: SalesTotals; summed: SalesTotals };
  warnings: string[];
  created_by: number | null;
  created_at: Date;
  applied_by: number | null;
  applied_at: Date | null;
  removed_by: number | null;
  removed_at: Date | null;
  /** The feed that has brought it. */
  feed_id: number | null;
  /** A person has to say of which till it is before it is written. */
  source_unsure: boolean;
}

export interface FeedRow {
  id: number;
  kind: FeedKind;
  name: string;
  /** Null: the source of the kind of each file. */
  source_id: number | null;
  address: string | null;
  login: string | null;
  store: string | null;
  /** SHA-256 of the certificate that is trusted, and of the one that waits to be. */
  fingerprint: string | null;
  seen_fingerprint: string | null;
  secret_sealed: string | null;
  /** A session of the till that has not been ended yet. */
  session_sealed: string | null;
  upload_hash: string | null;
  /** Of a mailbox. */
  folder: string | null;
  /** Letters of others are left alone; null: of anybody. */
  sender: string | null;
  hour: number;
  enabled: boolean;
  refused: boolean;
  last_day: string | null;
  error: string | null;
  /** Those that failed since the last success. */
  attempts: number;
  tried_at: Date | null;
  retry_at: Date | null;
  claimed_until: Date | null;
  /** The state that administrators were notified of, while the feed is not well. */
  notified: string | null;
  created_by: number | null;
  created_at: Date;
}

export interface FeedLetterRow {
  id: number;
  feed_id: number;
  /** As the letter says it; of one that says none its place in the folder. */
  message_id: string;
  /** Of the folder: its numbers mean the same letters while it stays. */
  uid_validity: string;
  uid: number;
  received_at: Date;
  /** Attachments that became sales or deliveries. */
  taken: number;
  /** What was not understood, in words. */
  problem: string | null;
}

export interface TillDishRow {
  id: number;
  source_id: number;
  key: string;
  code: string | null;
  name: string;
  size: string | null;
  group: string | null;
  unit: string | null;
  /** A dish with a recipe, of which this slice knows the number alone. */
  dish_id: number | null;
  item_id: number | null;
  factor: string | null;
  ignored: boolean;
  decided_by: number | null;
  decided_at: Date | null;
  proposals: LineProposal[] | null;
}

/** Sums are kopecks. */
export interface SaleRow {
  source_id: number;
  store: string;
  day: string;
  till_dish_id: number;
  kind: SaleKind;
  quantity: string;
  paid: number | null;
  listed: number | null;
  cost: number | null;
  file_id: number;
}
