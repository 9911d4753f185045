const forbidden: Partial<Record<NodeJS.Platform, string>> = {
  linux: `Добавьте себя в группу dialout и войдите в систему заново:
sudo usermod -aG dialout "$USER"`,
};

/** Why a port does not open and what to do about it; undefined where it is only gone again. */
export function portTrouble(error: Error, path: string, platform: NodeJS.Platform): string | undefined {
  if (/no such file|cannot find|file not found|not exist/i.test(error.message)) return undefined;
  if (/busy|lock|in use/i.test(error.message))
    return `Порт ${path} занят. Закройте программу, которая работает с весами`;
  if (/permission|access|denied/i.test(error.message)) {
    const advice = forbidden[platform] ?? 'Закройте программу, которая работает с весами, и проверьте права';
    return `Нет доступа к порту ${path}. ${advice}`;
  }
  return `Порт ${path} не открывается: ${error.message}`;
}
