/** The public pages by their Turkish addresses. */
const PAGES = ['/', '/about', '/contact', '/demo', '/faq', '/privacy', '/product']

/** Every public page in both languages. */
export const PUBLIC_PAGES = (['tr', 'en'] as const).flatMap((language) =>
  PAGES.map((page) => ({
    language,
    path: language === 'tr' ? page : `/en${page}`.replace(/\/$/, ''),
    twin: language === 'tr' ? `/en${page}`.replace(/\/$/, '') : page,
  })),
)
