/** The makers of scales whose models of `kit/scales` read bottles, as the answers name them. */
export const scaleMakers = {
  /** Their frames were recorded from a scale. */
  recorded: ['Huajun NSCALE', 'Etekcity', 'Salter', 'Timemore', 'Acaia', 'Felicita', 'Varia', 'Decent'],
  /** Only their layout is known. */
  described: ['Futula', 'Lefu', 'Bookoo', 'DiFluid', 'Eureka', 'Skale', 'Hiroia', 'Sencor'],
  byCable: ['Масса-К', 'CAS', 'Штрих-Слим', 'Mertech', 'Mettler Toledo', 'USB-весы (HID)'],
} as const;
