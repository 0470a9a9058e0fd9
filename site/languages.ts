/** The languages of the public pages; Turkish has no prefix in its addresses. */
export const languages = ['tr', 'en'] as const
export type SiteLanguage = (typeof languages)[number]

/** For `getStaticPaths` of a page under `[...lang]`: one address for each language. */
export function languagePaths() {
  return languages.map((language) => ({
    params: { lang: language === 'tr' ? undefined : language },
    props: { language },
  }))
}

/** The address of a page in `language`; `page` is its address in Turkish, such as `/about`. */
export function addressIn(language: SiteLanguage, page: string): string {
  if (language === 'tr') return page
  return page === '/' ? '/en' : `/en${page}`
}
