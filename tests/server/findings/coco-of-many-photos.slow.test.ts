/** The file for training detectors of so many photos that their names do not fit into the memory of a server. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findingCoco } from '#server/features/findings/files/finding-coco.ts'
import type { FiledFinding } from '#server/features/findings/files/finding-pages.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'

const FOLDERS = new Map([[7, 'Karaburun 4 fotoğrafları']])

/** A finding with a box on a photo of its own. */
function filed(id: number, name: string): FiledFinding {
  const shape = {
    on: 'image',
    kind: 'box',
    points: [
      [0.25, 0.25],
      [0.5, 0.5],
    ],
  }
  return {
    finding: { id, turbine_id: 7, number: `A-LE-${id}`, severity: 3, status: 'open', type: 'oil', shape },
    photo: { id, name, media_type: 'image/jpeg', width: 400, height: 300, orientation: 1 },
    coordinates: null,
    earlier: null,
  } as unknown as FiledFinding
}

async function* pagesOf(findings: FiledFinding[]) {
  for (let begin = 0; begin < findings.length; begin += 100) yield findings.slice(begin, begin + 100)
}

async function cocoOf(findings: FiledFinding[]) {
  let text = ''
  for await (const part of findingCoco(pagesOf(findings), { pixels: 'upright', folders: FOLDERS }))
    text += part
  return JSON.parse(text) as {
    images: { id: number; file_name: string; width: number; height: number }[]
    annotations: { image_id: number }[]
  }
}

it.each([0, 1, 999, 1000, 1001, 2500])('has each of %i photos once, in their order', async (count) => {
  const findings = Array.from({ length: count }, (_, index) => filed(index + 1, `DJI_${index + 1}.jpg`))
  const { images, annotations } = await cocoOf([...findings, ...findings])
  expect(images).toEqual(
    findings.map(({ photo }) => ({
      id: photo?.id,
      file_name: `Karaburun 4 fotoğrafları/${photo?.name}`,
      width: 400,
      height: 300,
    })),
  )
  expect(annotations).toHaveLength(2 * count)
})

it.each([
  ['con.jpg', '_con.jpg'],
  ['_con.jpg', 'con.jpg'],
])('gives %s and %s names of their own, because a folder of Windows has no con.jpg', async (...names) => {
  const { images } = await cocoOf(names.map((name, index) => filed(index + 1, name)))
  expect(images.map(({ file_name }) => file_name)).toEqual([
    'Karaburun 4 fotoğrafları/_con.jpg',
    'Karaburun 4 fotoğrafları/2-_con.jpg',
  ])
})

it('writes the findings of 100,000 photos with 40 MB', () => {
  const script = `
    import { findingCoco } from './server/features/findings/files/finding-coco.ts'
    const filed = ${filed}
    async function* pages() {
      for (let id = 1; id <= 100_000; id += 100)
        yield Array.from({ length: 100 }, (_, index) => filed(id + index, \`DJI_20260912140305_\${id + index}_V.JPG\`))
    }
    let parts = 0
    const options = { pixels: 'upright', folders: new Map(${JSON.stringify([...FOLDERS])}) }
    for await (const part of findingCoco(pages(), options)) parts += part.split('"file_name"').length - 1
    process.stdout.write(String(parts))`
  const node = ['--max-old-space-size=40', '--input-type=module', '-e', script]
  const options = { cwd: ROOT, env: nodeEnvironment(), encoding: 'utf8' } as const
  expect(execFileSync(process.execPath, node, options)).toBe('100000')
})
