declare module 'grapesjs/locale/ru' {
  const messages: {
    domComponents: { names: Record<string, string> };
    styleManager: Record<string, unknown>;
    traitManager: { traits: { options: Record<string, unknown> } } & Record<string, unknown>;
  };
  export default messages;
}
