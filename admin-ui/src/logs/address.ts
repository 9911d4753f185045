/** The address of the system's log with these filters set. */
export const logAddress = (filter: Record<string, string>): string => `/admin/logs?${new URLSearchParams(filter)}`;
