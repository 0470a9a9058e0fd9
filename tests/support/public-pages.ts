/** The public pages by their Turkish addresses. */
const PAGES = ['/', '/about', '/contact', '/demo', '/faq', '/privacy', '/product']

/** Every public page that exists in both languages, in each. */
export const TWIN_PAGES = (['tr', 'en'] as const).flatMap((language) =>
  PAGES.map((page) => ({
    language,
    path: language === 'tr' ? page : `/en${page}`.replace(/\/$/, ''),
    twin: language === 'tr' ? `/en${page}`.replace(/\/$/, '') : page,
  })),
)

/** The pages in English only. */
export const ENGLISH_PAGES = ['', '/operations', '/editors', '/api', '/security', '/glossary'].map(
  (page) => ({
    language: 'en' as const,
    path: `/docs${page}`,
  }),
)

/** Every public page. */
export const PUBLIC_PAGES: { language: 'tr' | 'en'; path: string }[] = [...TWIN_PAGES, ...ENGLISH_PAGES]
