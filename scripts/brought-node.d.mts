export function broughtNode(root: string): string | undefined;
