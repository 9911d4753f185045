/** The name of the user who made a change; null stands for the platform itself, as at provisioning. */
export const personOf = (user: { name: string } | null): string => (user ? user.name || 'без имени' : 'Остаток');
