import { expect, it, vi } from 'vitest'
import { downloadFindings, type ExportFormat } from '#panel/findings/download-findings.ts'

/** The address that is asked, and the name and the bytes of the file. */
async function download(format: ExportFormat) {
  const asked: URL[] = []
  const saved: { name: string; content: Blob }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(new URL(input instanceof Request ? input.url : String(input), 'http://localhost'))
    return new Response('{"ş":1}')
  })
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push({ name: '', content: content as Blob })
    return 'blob:1'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    for (const file of saved) file.name = this.download
  })
  await downloadFindings(format, { turbine_id: '7' }, 'bulgular-T7')
  createObjectURL.mockRestore()
  click.mockRestore()
  const [file] = saved
  return { asked: asked[0], name: file?.name, type: file?.content.type }
}

it.each([
  ['csv', '/api/findings.csv', {}, 'text/csv;charset=utf-8'],
  ['geojson', '/api/findings.geojson', {}, 'application/geo+json'],
  ['coco.json', '/api/findings.coco.json', {}, 'application/json'],
  ['file.coco.json', '/api/findings.coco.json', { pixels: 'file' }, 'application/json'],
] as const)('saves %s with the filters of the screen', async (format, path, query, type) => {
  const { asked, name, type: savedType } = await download(format)
  expect(asked?.pathname).toBe(path)
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({ turbine_id: '7', ...query })
  expect([name, savedType]).toEqual([`bulgular-T7.${format}`, type])
})
