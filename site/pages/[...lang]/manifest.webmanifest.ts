import type { APIContext } from 'astro'
import { addressIn, languagePaths, type SiteLanguage } from '../../languages.ts'
import { getCompany, getWords } from '../../words.ts'

export const getStaticPaths = languagePaths

/** The web app manifest: name and icons of the site on a home screen. */
export async function GET({ props }: APIContext<{ language: SiteLanguage }>): Promise<Response> {
  const { language } = props
  const { landing } = await getWords(language)
  const { name } = await getCompany()
  return Response.json({
    id: '/',
    name: landing.title,
    short_name: name,
    description: landing.description,
    lang: language,
    dir: 'ltr',
    start_url: addressIn(language, '/'),
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f9fbfb',
    theme_color: '#f9fbfb',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  })
}
