import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { getPartialUpload } from './partial-upload-queries.ts'

/** Finds the partial upload of the path; needs `loadTurbine` before it. @throws ApiError `upload_not_found` */
export const loadPartialUpload = loadRecord(
  'partialUpload',
  (db, { viewer, turbine }, { uploadId }: { uploadId: string }) =>
    getPartialUpload(db, uploadId, { user_id: viewer.id, turbine_id: turbine.id }),
)
