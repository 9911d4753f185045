/** What a staged row says, in `import_rows` and in `import_similar`, beside its number and its item. */
export const stagedColumns =
  `action field message name search_name article ean category "group" unit quantity expected par
  cost volume_ml weight_empty_g weight_full_g density_g_per_ml called`.split(/\s+/);
