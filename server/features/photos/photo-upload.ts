import type { FileMediaType } from '#domain/file-types.ts'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import { bladeNamedIn, type Photo, PhotoFields } from '#domain/photo.ts'
import { derivativeSize } from '#domain/pictures/photo-derivatives.ts'
import { yearIn } from '#domain/time/today.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import { refuseWrongExtension, unknownKind } from '#server/core/uploads/file-extension.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import type { FiledFile, ResumableKind, UploadRecords } from '#server/core/uploads/upload-kind.ts'
import { CLOUD_TYPES } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { DecodedImage } from '#server/infrastructure/images/decode-request.ts'
import { IMAGE_TYPES } from '#server/infrastructure/pictures/image-types.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { archiveSizeMax, refuseLargeArchive } from './cloud-archive.ts'
import { cloudJob } from './cloud-job.ts'
import { detectSphere } from './detect-sphere.ts'
import { metadataColumns } from './metadata-queries.ts'
import { photoFiles, variantOf } from './photo-files.ts'
import { captureMonth } from './photo-month.ts'
import { hasPhotoNamed, insertPhoto, type NewPhoto } from './photo-queries.ts'
import { tilesJob } from './tiles-job.ts'

/** Minimum width of spheres tiled right after the upload, in pixels. Smaller ones are tiled when viewed, in half a second. */
const TILED_FROM_WIDTH = 2048

/** The result of decoding a photo; a point cloud has no `image`. */
interface ExaminedPhoto {
  mediaType: FileMediaType
  image: DecodedImage | undefined
}

/** How an upload names, checks and stores photos. */
export const photoUpload: ResumableKind<ExaminedPhoto, PhotoFields, Photo> = {
  name: photoFiles.name,
  fields: PhotoFields,
  types: [...IMAGE_TYPES, ...CLOUD_TYPES],

  async checkName(c, name) {
    const { services, turbine } = c.var
    if (await hasPhotoNamed(services.db.read, turbine.id, name)) throw new ApiError('photo_name_taken')
  },

  async examine(c, file, incomingFolder, signal) {
    const { services, caller } = c.var
    await refuseWithoutFreeSpace(services)
    const order: WorkOrder = { requester: caller, priority: 'high', signal }
    const image = await services.images.decode(file.path, () => incomingFolder.newPath(), order)
    if (image) {
      refuseWrongExtension(file.name, image.mediaType)
      const derivatives = image.derivatives.map(({ width, path }) => ({ variant: variantOf(width), path }))
      return { content: { mediaType: image.mediaType, image }, derivatives }
    }
    // A cloud takes a minute, so it must not block photos.
    const cloud = await services.images.readCloud(file.path, file.size, { ...order, priority: 'normal' })
    if (!cloud) throw unknownKind()
    refuseWrongExtension(file.name, cloud.mediaType)
    refuseLargeArchive(services.config, archiveSizeMax(cloud.points))
    return { content: { mediaType: cloud.mediaType, image: undefined }, derivatives: [] }
  },

  async insert(transaction, { c, records }, file, fields) {
    const photo = await insertPhoto(transaction, rowOf(records, file, fields))
    await writeAuditEntry(transaction, c, {
      action: 'photo.add',
      record: { id: photo.id, name: photo.originalName },
      turbine: records.turbine,
      by: records.caller,
    })
    if (needsTiles(file.content)) {
      await c.var.services.jobs.add(transaction, tilesJob, { photoId: photo.id })
    }
    if (file.content.image === undefined) {
      await c.var.services.jobs.add(transaction, cloudJob, { photoId: photo.id })
    }
    return photo
  },
}

/** True for a large sphere, and for a large photo whose original browsers cannot show. */
function needsTiles({ image }: ExaminedPhoto): boolean {
  if (!image) return false
  if (!image.original_shown && derivativeSize(image, DERIVATIVE_WIDTHS[0]).width < image.width) return true
  return image.width > TILED_FROM_WIDTH && detectSphere(image, image.gpano).sphere !== null
}

function rowOf(
  { turbine, caller }: UploadRecords,
  photo: FiledFile<ExaminedPhoto>,
  fields: PhotoFields,
): NewPhoto {
  const { key, file, uploadedAt } = photo
  const { mediaType, image } = photo.content
  const year = fields.year ?? yearIn(turbine.time_zone, uploadedAt)
  return {
    turbine_id: turbine.id,
    key,
    original_name: file.name,
    category: fields.category,
    room: fields.room ?? null,
    blade: fields.blade ?? bladeNamedIn(key) ?? null,
    year,
    month: captureMonth(image?.exif, year, turbine.time_zone, uploadedAt),
    media_type: mediaType,
    size: file.size,
    width: image?.width ?? null,
    height: image?.height ?? null,
    ...(image && metadataColumns(image)),
    sha256: file.sha256,
    uploaded_at: uploadedAt.toISOString(),
    uploader_id: caller.id,
    uploader_name: `${caller.first_name} ${caller.last_name}`.trim(),
    uploader_email: caller.email,
  }
}
