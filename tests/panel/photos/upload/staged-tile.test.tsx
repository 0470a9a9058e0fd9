import { flushSync } from 'react-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { StagedTile } from '#panel/photos/upload/staged-tile.tsx'
import { callerOf, openScreen } from '../../panel-screen.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))

function open(name: string): void {
  const item = { id: '1', file: new File(['x'], name), target: {}, trouble: undefined } as never
  openScreen(callerOf(), <StagedTile item={item} locked={false} progress={undefined} onRemove={() => {}} />)
}

const tile = () => document.querySelector('li > div')

it.each([
  ['IMG_0001.HEIC', 'HEIC'],
  ['DSC_0001.hif', 'HEIC'],
  ['thermal.tif', 'TIFF'],
  ['photo.jpg', 'JPEG'],
])('says what kind of file %s is if the browser cannot show it', async (name, kind) => {
  open(name)
  await vi.waitFor(() => expect(document.querySelector('li img')).not.toBeNull())
  expect(tile()?.textContent).toBe('')
  flushSync(() => document.querySelector('li img')?.dispatchEvent(new Event('error')))
  expect(document.querySelector('li img')).toBeNull()
  expect(tile()?.textContent).toBe(kind)
})

it.each([
  ['scan.pcd', 'PCD'],
  ['survey.LAS', 'LAS'],
  ['survey.laz', 'LAZ'],
])('says that %s is a point cloud, without trying to show it', (name, kind) => {
  open(name)
  expect(document.querySelector('li img')).toBeNull()
  expect(tile()?.textContent).toBe(kind)
})
