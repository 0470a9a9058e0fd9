import { freeBytes } from '#server/disk/full-disk.ts'
import { refuseWithoutReserve } from '#server/disk/reserve.ts'
import type { Services } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'

/** @throws ApiError `storage_full` where `bytes` more would not leave the disk what is kept free for the database. */
export async function refuseWithoutRoom({ config, reserve }: Services, bytes = 0): Promise<void> {
  await reserve.fill()
  refuseWithoutReserve(reserve)
  if ((await freeBytes(config.dataDir)) < config.minFreeBytes + bytes) throw new ApiError('storage_full')
}
