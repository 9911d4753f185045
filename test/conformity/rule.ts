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

/** What the document says and an issue still to come brings: left out by name, and claimed by nothing. */
export interface Later {
  /** The part that comes later, in the words of the issue that leaves it out. */
  comes: string;
  part: string;
  says: string;
  /** Texts that the product does not show yet. */
  names: string[];
}

/** What the document says and a later agreement has replaced; `why` tells where that is written. */
export interface GivenUp {
  says: string;
  names: string[];
  why: string;
}

/** `later('the matching page with its matcher', '§8', 'its failures', ['Ошибка поиска'])` */
export const later = (comes: string, part: string, says: string, names: string[]): Later => ({
  comes,
  part,
  says,
  names,
});

/** `rule('§8', 'what it says', ['Ошибка входа'], 'e2e/account.test.ts', 'title')` */
export const rule = (
  part: string,
  says: string,
  names: string[],
  file: string,
  title: string,
  ...support: string[]
): Rule => ({ part, says, names, proof: [file, title], support });
