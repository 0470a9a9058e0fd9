import type { Page } from '@playwright/test'

/** What stands before a translated text. */
const MARK = '⟦'

/**
 * Translates every page as browsers do: each text becomes two `<font>` elements with another text, also those that are added later. Texts
 * that ask not to be translated stay.
 *
 * @see https://html.spec.whatwg.org/multipage/dom.html#the-translate-attribute
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    const left = 'font, script, style, textarea, [translate=no], .notranslate'
    const wrap = (content: Node) => {
      const font = document.createElement('font')
      font.append(content)
      return font
    }
    const translate = (text: Node) => {
      if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest(left)) return
      ;(text as Text).replaceWith(wrap(wrap(document.createTextNode(mark + text.nodeValue))))
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(translate)
    }
    document.addEventListener('DOMContentLoaded', () => {
      translateAll(document.body)
      new MutationObserver((mutations) => {
        for (const added of mutations.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (added.nodeType === Node.TEXT_NODE) translate(added)
          else if (added instanceof HTMLElement && added.tagName !== 'FONT') translateAll(added)
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
  }, MARK)
}

/** The texts of the page that were translated. */
export async function findTranslated(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => line.includes(MARK))
}
