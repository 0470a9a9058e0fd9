import { MIB } from '#domain/limits.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { freeBytes } from '#server/infrastructure/disk/disk-errors.ts'
import { refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const CHECK_SPACE_EVERY_BYTES = 16 * MIB

/**
 * @returns the bytes that can be written before free space falls below `MIN_FREE_MB`
 * @throws ApiError `storage_full` if these are fewer than `bytes`
 */
export async function refuseWithoutFreeSpace({ config, reserve }: CoreServices, bytes = 0): Promise<number> {
  await reserve.fill()
  refuseWithoutReserve(reserve)
  const room = (await freeBytes(config.dataDir)) - config.minFreeBytes
  if (room < bytes) throw new ApiError('storage_full')
  return room
}

/**
 * Yields the chunks of a body and checks the disk space on the way, because a request may have no `Content-Length`, and there are other
 * writers.
 *
 * @throws ApiError `storage_full`
 */
export async function* whileSpace(
  chunks: AsyncIterable<Buffer>,
  services: CoreServices,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let nextCheckAt = CHECK_SPACE_EVERY_BYTES
  for await (const chunk of chunks) {
    bytes += chunk.length
    // While a request uses the reserve, uploads must not take its space.
    refuseWithoutReserve(services.reserve)
    if (bytes > nextCheckAt) {
      await refuseWithoutFreeSpace(services)
      nextCheckAt = bytes + CHECK_SPACE_EVERY_BYTES
    }
    yield chunk
  }
}
