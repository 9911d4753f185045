import type { Category } from './questions.ts';

/** Builds schema.org's FAQPage for search engines. */
export const faqPageOf = (categories: Category[]): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: 'ru',
    mainEntity: categories.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  }).replaceAll('<', '\\u003c');
