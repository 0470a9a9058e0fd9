import { refuseWithoutReserve } from '#server/disk/reserve.ts'
import { ApiError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

/** @throws ApiError `storage_full` where `bytes` more would not leave the disk what is kept free for the database. */
export async function refuseWithoutRoom({ store, config, reserve }: Services, bytes = 0): Promise<void> {
  await reserve.fill()
  refuseWithoutReserve(reserve)
  if ((await store.freeBytes()) < config.minFreeBytes + bytes) throw new ApiError('storage_full')
}
