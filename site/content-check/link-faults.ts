import { faqCategories } from '../content-schemas.ts'
import { addressIn, type SiteLanguage } from '../languages.ts'
import type { Fault } from './fault.ts'
import { lineOf, type MarkdownFile } from './markdown-file.ts'

/** Pages that are the same in both languages. */
const PANEL_PAGES = ['/login', '/password-reset', '/dashboard']

/** A link whose parts do not stand together, or in the other order. */
const TORN = /\]\(|\]\s+\((?:\/|https?:|mailto:|tel:)|\)\s*\[(?:\/|https?:|mailto:|tel:)/
const BROKEN = 'this link is broken; write it as [text](/address), without spaces in the address'

/** The allowed targets of links. */
export interface Targets {
  /** The public pages by their addresses in Turkish. */
  pages: readonly string[]
  /** The number of sections of the privacy notice. */
  sections: number
}

/** Links and pictures of a text without an existing target. */
export function linkFaults(markdown: MarkdownFile, language: SiteLanguage, targets: Targets): Fault[] {
  return markdown.nodes.flatMap((node) => {
    if (node.type === 'image')
      return [{ file: markdown.file, place: lineOf(node), problem: 'pictures are not shown here; remove it' }]
    if (node.type === 'linkReference')
      return [{ file: markdown.file, place: lineOf(node), problem: 'write the link as [text](/address)' }]
    if (node.type === 'text' && TORN.test(node.value))
      return [{ file: markdown.file, place: lineOf(node), problem: BROKEN }]
    if (node.type !== 'link') return []
    const problem = problemOf(node.url, language, targets)
    return problem ? [{ file: markdown.file, place: lineOf(node), problem }] : []
  })
}

function problemOf(address: string, language: SiteLanguage, targets: Targets): string | undefined {
  if (/^(?:https:\/\/[^\s/]+\.|mailto:[^\s@]+@|tel:\+\d)/.test(address)) return undefined
  if (!/^\/(?!\/)/.test(address))
    return `the link "${address}" leads nowhere; write /… for a page of this site or https://… for another one`
  const url = URL.parse(address, 'https://kanat.example')
  if (url?.host !== 'kanat.example') return BROKEN
  const { pathname, search, hash } = url
  if (PANEL_PAGES.includes(pathname)) return undefined
  const isEnglish = /^\/en(?:\/|$)/.test(pathname)
  const page = isEnglish ? pathname.slice(3) || '/' : pathname
  if (!targets.pages.includes(page))
    return `there is no page "${pathname}"; write one of ${targets.pages.map((each) => addressIn(language, each)).join(', ')}`
  if (isEnglish !== (language === 'en'))
    return `the link "${address}" leads to the other language; write ${addressIn(language, page)}${search}${hash}`
  if (hash && !hasPlace(page, hash.slice(1), targets))
    return `the page ${pathname} has no place "${hash}"; write the address without it`
  return undefined
}

function hasPlace(page: string, name: string, { sections }: Targets): boolean {
  if (page === '/faq') return (faqCategories as readonly string[]).includes(name)
  const section = /^section-(\d+)$/.exec(name)
  return page === '/privacy' && section !== null && Number(section[1]) >= 1 && Number(section[1]) <= sections
}
