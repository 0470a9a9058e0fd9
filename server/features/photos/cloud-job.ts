import { derivativeJob } from './derivative-job.ts'

/** Makes the archive of a point cloud after its upload. After the last failure, opening it retries. */
export const cloudJob = derivativeJob('make-cloud', (services, photo) =>
  services.pointClouds.makeInBackground(services, photo),
)
