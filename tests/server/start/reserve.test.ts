import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { Reserve, refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('test')

const sizeOnDisk = async () => (await stat(join(folder, 'reserve'))).size

it('lends its whole space to one piece of work after the other, and takes it again', async () => {
  const reserve = await Reserve.open(folder, MIB)
  expect(() => refuseWithoutReserve(reserve)).toThrow('storage_full')
  expect(await reserve.fill()).toBe(true)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: string[] = []
  const work = (name: string, end: Promise<void>) =>
    reserve.lend(async () => {
      begun.push(`${name} with ${await sizeOnDisk()} bytes reserved`)
      await end
      return name
    })
  const [one, two] = [work('one', first.promise), work('two', second.promise)]
  await expect.poll(() => begun).toEqual(['one with 0 bytes reserved'])
  // Other changes neither wait for its end nor take the space.
  expect(await reserve.fill()).toBe(false)
  expect(() => refuseWithoutReserve(reserve)).toThrow('storage_full')
  first.resolve()
  expect(await one).toBe('one')
  await expect.poll(() => begun).toHaveLength(2)
  second.resolve()
  expect(await two).toBe('two')
  expect([reserve.isComplete, await sizeOnDisk()]).toEqual([true, MIB])
})

it('is complete again after work that has failed', async () => {
  const reserve = await Reserve.open(folder, MIB)
  await reserve.fill()
  await expect(reserve.lend(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('is full')
  expect(reserve.isComplete).toBe(true)
})
