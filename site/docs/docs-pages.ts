/** A page of `docs/` on the site. */
export interface DocsPage {
  /** The name of its file, and the end of its address. */
  id: string
  name: string
  /** Who reads it. */
  reader: string
  description: string
}

/** The pages for people who run, fill, check or call Kanat. Those about its code are for readers of the repository. They are in English. */
export const DOCS_PAGES: DocsPage[] = [
  {
    id: 'operations',
    name: 'Operating',
    reader: 'You run a server',
    description:
      'Install Kanat on Debian, back it up, upgrade it, and run it with PostgreSQL, a bucket or several servers. Each command is run by a test.',
  },
  {
    id: 'editors',
    name: 'Editing content',
    reader: 'You edit texts and pictures',
    description:
      'Where the texts and pictures of the site, the panel, the reports and the mails are, and how to check them before you publish.',
  },
  {
    id: 'api',
    name: 'API',
    reader: 'You write a client',
    description:
      'Ten calls from signing in to downloading a report, with second factors, keys for repeated calls, limits and errors.',
  },
  {
    id: 'security',
    name: 'Security',
    reader: 'You review its security',
    description:
      'OWASP ASVS 5.0, level 2, line by line: what Kanat keeps, which test shows it, what the operator does, and what is not kept.',
  },
  {
    id: 'glossary',
    name: 'Glossary',
    reader: 'You meet a new word',
    description:
      'Words with a fixed meaning in Kanat, in Turkish and English, with their names in the code and the database.',
  },
]

const DOCS = '/docs'

export function docsAddress(id?: string): string {
  return id === undefined ? DOCS : `${DOCS}/${id}`
}
