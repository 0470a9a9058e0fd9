import { derivativeJob } from './derivative-job.ts'

/** Makes the tiles of a photo after its upload. After the last failure, the first request for a tile retries. */
export const tilesJob = derivativeJob('make-tiles', (services, photo) =>
  services.panoramaTiles.makeInBackground(services, photo),
)
