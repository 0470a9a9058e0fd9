import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { docsHtml, docsSections } from '../../site/docs/docs-html.ts'
import { DOCS_PAGES } from '../../site/docs/docs-pages.ts'

const HTML = `<h1 id="a">Saving &amp; <em>keeping</em></h1><p>Before.</p>
<h2 id="one">One</h2><p>See <a href="operations.md#health">health</a>, <a href="api.md">api.md</a>,
<a href="#one">above</a>, <a href="memory.md">memory.md</a> and <a href="../.env.example"><code>.env.example</code></a>.</p>
<table><tr><td>x</td></tr></table><h3 id="two">Two</h3><pre><code>a &lt; b</code></pre>`

it('a page has no heading of level 1 of its own, and links only what the site has', () => {
  const { title, body } = docsHtml(HTML)
  expect(title).toBe('Saving & keeping')
  expect([...body.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, ...parts]) => parts)).toEqual([
    ['/docs/operations#health', 'health'],
    ['/docs/api', 'API'],
    ['#one', 'above'],
  ])
  expect(body).toContain('memory.md and <code>.env.example</code>')
  expect(body).not.toContain('<h1')
})

it('what may scroll sideways has a place for the keyboard, and a table has a name', () => {
  const { body } = docsHtml(HTML)
  expect(body).toContain('<pre tabindex="0">')
  expect(body).toContain('<div class="docs-table" role="group" tabindex="0" aria-label="Table: One"><table>')
  // A head without texts is no head.
  const head = '<thead><tr><th></th><th></th></tr></thead>'
  expect(docsHtml(`<table>${head}<tr><td>no.</td><td>a longer text</td></tr></table>`).body).toContain(
    '<table><tr><td>no.</td>',
  )
})

it.each([
  '<h1>The &quot;new&quot; &amp;lt; sign</h1>',
  '<h1>Docs</h1><h2 id="new">The &quot;new&quot; &amp;lt; sign</h2>',
])('a heading with quotes and entities names its table as it is read, %s', (heading) => {
  expect(docsHtml(`${heading}<table></table>`).body).toContain(
    'aria-label="Table: The &quot;new&quot; &amp;lt; sign"',
  )
})

it('the search knows each section by its anchor and its words', () => {
  expect(docsSections(HTML)).toEqual([
    { anchor: '', heading: '', text: 'Before.' },
    { anchor: 'one', heading: 'One', text: 'See health, api.md, above, memory.md and .env.example. x' },
    { anchor: 'two', heading: 'Two', text: 'a < b' },
  ])
})

it.each(DOCS_PAGES)('$id has no drawing, which the site cannot show', ({ id }) => {
  const text = readFileSync(join(import.meta.dirname, `../../docs/${id}.md`), 'utf8')
  expect(text).not.toMatch(/```mermaid|!\[/)
})
