import { derivativeJob } from './derivative-job.ts'

/** Makes the archive of a point cloud after its upload. If it is given up, opening the cloud tries again. */
export const cloudJob = derivativeJob('make-cloud', (services, photo) =>
  services.pointClouds.makeInBackground(services, photo),
)
