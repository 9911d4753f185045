interface List {
  list: string;
  about: string;
}
export function endpointsText(contract: List, sources: Record<string, string>): string;
export function migrationsText(database: List, files: string[]): string;
