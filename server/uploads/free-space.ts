import { freeBytes } from '#server/disk/full-disk.ts'
import { refuseWithoutReserve } from '#server/disk/reserve.ts'
import type { Services } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'

/** @throws ApiError `storage_full` if `bytes` more would leave less free disk space than `MIN_FREE_MB` */
export async function refuseWithoutFreeSpace({ config, reserve }: Services, bytes = 0): Promise<void> {
  await reserve.fill()
  refuseWithoutReserve(reserve)
  if ((await freeBytes(config.dataDir)) < config.minFreeBytes + bytes) throw new ApiError('storage_full')
}
