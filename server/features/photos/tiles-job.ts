import { derivativeJob } from './derivative-job.ts'

/** Makes the tiles of a photo after its upload. If it is given up, the first request for a tile tries again. */
export const tilesJob = derivativeJob('make-tiles', (services, photo) =>
  services.panoramaTiles.makeInBackground(services, photo),
)
