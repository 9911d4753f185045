/** One requirement of a document, and the test that fails when it is not met. */
export interface Rule {
  /** The part of the document that contains it. */
  part: string;
  says: string;
  /** Texts, paths and numbers that the proving test itself, or the shared code of its file, must name. */
  names: string[];
  /** The test's file under test/ and its title, exactly as written there. */
  proof: readonly [file: string, title: string];
  /** Files under test/support/ that the test's file imports and that contain some of the names. */
  support: string[];
}

/** A requirement that a later agreement has replaced; `why` names where that is written. */
export interface GivenUp {
  says: string;
  names: string[];
  why: string;
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
