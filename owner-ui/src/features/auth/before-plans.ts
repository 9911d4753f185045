export interface BeforePlans {
  /** Loads the next page while the server answers; the button stays disabled until both are done. */
  loadNext: () => Promise<unknown>;
}
