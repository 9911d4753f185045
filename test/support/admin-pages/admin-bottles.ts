// biome-ignore lint/suspicious/noExplicitAny: rows of whatever the page under test lists
type Row = Record<string, any>;

const checkDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

/** A valid GTIN-13 for each number. */
export function gtinOf(number: number): string {
  const digits = `460${String(number).padStart(9, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

const bottle = (number: number): Row => ({
  ean: gtinOf(number),
  brand: number % 3 ? 'Джемесон' : null,
  category: 'Виски',
  subcategory: null,
  volume_ml: 700,
  weight_empty_g: number % 4 ? 480 : null,
  weight_full_g: number % 4 ? 1150 : null,
  density_g_per_ml: 0.95,
  alcohol_percent: 40,
  description:
    number === 2 ? 'Джемесон Каскмейтс Стаут Эдишн выдержанный в бочках, 0,7 литра, подарочный' : `Бутылка ${number}`,
  manufacturer: null,
  country_origin: 'Ирландия',
});

export const manyAliases = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => {
    const fields = bottle(index + 1);
    return {
      id: index + 1,
      ...fields,
      product_id: null,
      pack: 1,
      product_ean: null,
      nomenclature_ru: fields.description,
      revision: 1000 + index,
      created_at: '2026-11-01T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
    };
  });

/** Proposals for the given aliases, each with another empty weight; the last one's code is not in the catalogue. */
export const manyProposals = (count: number, aliases: Row[]): Row[] =>
  Array.from({ length: count }, (_, index) => {
    const current = index === count - 1 ? null : (aliases[index] ?? null);
    const fields = { ...bottle(current ? index + 1 : 9000 + index), weight_empty_g: 500 };
    return {
      id: index + 1,
      ...fields,
      tenant_id: `t${index % 3}`,
      tenant_name: `Бар № ${index % 3}`,
      status: 'pending',
      reason: null,
      decided_by: null,
      decided_at: null,
      current,
      diff: current ? [{ field: 'weight_empty_g', current: current.weight_empty_g, proposed: 500 }] : [],
      agreeing: (index % 3) + 1,
      weighings: index === 0 ? 2 : null,
      created_at: new Date(Date.UTC(2026, 10, 22, 12) - index * 60_000).toISOString(),
      updated_at: '2026-11-20T10:00:00Z',
    };
  });

export const revisionsOf = (alias: Row): Row[] => {
  const { id, revision, nomenclature_ru: _, created_at, updated_at, ...fields } = alias;
  const base = { alias_id: id, ean: fields.ean, actor: 'admin@test.example', proposal_id: null };
  const older = { ...fields, weight_empty_g: 470 };
  return [
    { ...base, revision, action: 'updated', before: older, after: fields, at: updated_at },
    { ...base, revision: revision - 900, action: 'created', before: null, after: older, at: created_at },
  ];
};
