/** One thing a document of the product says, and the test that fails where it is not so. */
export interface Rule {
  /** Where the document says it. */
  part: string;
  says: string;
  /** Texts, paths and numbers that the proving test itself, or what it shares with the others of its file, must name. */
  names: string[];
  /** The test's file under test/ and its title, as they are written there. */
  proof: readonly [file: string, title: string];
  /** Files under test/support/ that the test's file imports and that hold some of the names. */
  support: string[];
}

/** `rule('§8', 'what it says', ['Ошибка входа'], 'e2e/account.test.ts', 'title')` */
export const rule = (
  part: string,
  says: string,
  names: string[],
  file: string,
  title: string,
  ...support: string[]
): Rule => ({ part, says, names, proof: [file, title], support });
