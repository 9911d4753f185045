/** Who did it, in a word; null stands for the platform itself, as at provisioning. */
export const personOf = (user: { name: string } | null): string => (user ? user.name || 'без имени' : 'Остаток');
