import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { escapeXml } from '#server/infrastructure/pdf/escaped-metadata.ts'
import { reportDocument } from '../../support/files/report-documents.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

let files = 0
setUpFolder('file')

/** The metadata of a report, as XML, and the whole file. */
async function metadataOf(title: string, author: string): Promise<{ xml: string; source: string }> {
  const path = join(folder, `${++files}.pdf`)
  await writeReport({ ...reportDocument([]), title, author }, path, 0o640)
  const bytes = await readFile(path)
  const source = bytes.toString('utf8')
  return { xml: /<\?xpacket begin[\s\S]*<\?xpacket end="w"\?>/.exec(source)?.[0] ?? '', source }
}

/** Reads the XML with a parser that accepts no error: that of SVG pictures. */
function parse(xml: string): Promise<unknown> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata>${xml}</metadata></svg>`
  return sharp(Buffer.from(picture)).png().toBuffer()
}

describe('the metadata of a report', () => {
  it('are XML for every name that a company can have', async () => {
    for (const name of [
      'Kaya & Oğlu',
      '<b>"Rüzgâr"</b> \'A.Ş.\'',
      ']]> &amp; <!--',
      'a\u0001b\ud800c\uffff',
    ]) {
      const { xml } = await metadataOf(`${name} denetim raporu 2026`, `Ada Yel, ${name}`)
      expect(xml).toContain('<dc:creator>')
      await expect(parse(xml), name).resolves.toBeDefined()
    }
  })

  it('have the title and the author as they were typed', async () => {
    const { xml, source } = await metadataOf('Kaya & Oğlu <1>', 'Ada "Yel" & Co')
    expect(xml).toContain('>Kaya &amp; Oğlu &lt;1&gt;</rdf:li>')
    expect(xml).toContain('>Ada &quot;Yel&quot; &amp; Co</rdf:li>')
    // The dictionary of the document is no XML.
    expect(source).toContain('(Ada "Yel" & Co)')
  })

  it('that the parser refuses are found', async () => {
    await expect(parse('<a>Kaya & Oğlu</a>')).rejects.toThrow()
  })
})

describe('a text in XML', () => {
  it('has neither markup nor characters that XML does not allow', () => {
    expect(escapeXml('a & b < c > "d" \'e\'')).toBe('a &amp; b &lt; c &gt; &quot;d&quot; &apos;e&apos;')
    expect(escapeXml('a\0b\u0008c\u001fd\ud800e\ufffff\tg\nh 👍')).toBe('abcdef\tg\nh 👍')
  })
})
