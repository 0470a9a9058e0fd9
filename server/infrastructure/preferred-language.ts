import type { Context } from 'hono'
import type { Language } from '#domain/text/language.ts'

/** The language of the answer: Turkish, unless `Accept-Language` prefers English. */
export function preferredLanguage(c: Pick<Context, 'req'>): Language {
  const ranked = (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';').map((piece) => piece.trim().toLowerCase())
      // `*` accepts every language, so Turkish as well.
      return {
        language: tag === '*' ? 'tr' : tag.slice(0, 2),
        quality: Number(quality.replace('q=', '')) || 0,
      }
    })
    .filter(({ language, quality }) => (language === 'tr' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked[0]?.language === 'en' ? 'en' : 'tr'
}
