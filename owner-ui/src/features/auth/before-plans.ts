export interface BeforePlans {
  /** The page that follows comes while the server answers: until both are here, the button is not to be pressed again. */
  loadNext: () => Promise<unknown>;
}
