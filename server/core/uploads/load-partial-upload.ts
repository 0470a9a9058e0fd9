import type { Turbine } from '#domain/turbine.ts'
import { type Loader, loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import { getPartialUpload } from './partial-upload-queries.ts'

/**
 * Makes the middleware that loads the partial upload of the path, after its turbine. @throws ApiError `upload_not_found`
 *
 * @param loadTurbine of the feature
 */
export const loadPartialUploadAfter = <Parameters>(loadTurbine: Loader<{ turbine: Turbine }, Parameters>) =>
  loadRecordAfter(
    loadTurbine,
    'partialUpload',
    (db, { caller, turbine }, { uploadId }: { uploadId: string }) =>
      getPartialUpload(db, uploadId, { user_id: caller.id, turbine_id: turbine.id }),
  )
