import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { Passwords } from './auth/password.ts'
import { PasswordResetLimits } from './auth/password-reset-limits.ts'
import { SignInLimit } from './auth/sign-in-limit.ts'
import { addSignInCounter } from './auth/sign-in-metrics.ts'
import { ThrottleEntryLimits } from './auth/throttle-entry-limits.ts'
import { ContactLimits } from './contact/contact-limits.ts'
import { FactorLimits } from './factors/factor-limits.ts'
import { RunningFileJobs } from './file-jobs/running-file-jobs.ts'
import { FindingExports } from './findings/files/finding-exports.ts'
import { UnsubscribeLimit } from './notices/notice-limits.ts'
import { ArchiveDownloads } from './photos/archive/archive-downloads.ts'
import { PanoramaTiles } from './photos/panorama-tiles.ts'
import { PointClouds } from './photos/point-clouds.ts'
import type { Installation } from './stored-files/installation.ts'
import { EmailLimits } from './users/email-limits.ts'

/** Opens the services of the features. A class listed here takes the services that it needs from the core. */
export function openFeatures(core: CoreServices, installation: Installation) {
  const { db, metrics } = core
  return {
    ...core,
    installation,
    passwords: new Passwords(),
    signIns: addSignInCounter(metrics),
    signInLimit: new SignInLimit(db.counts),
    factorLimits: new FactorLimits(db.counts),
    throttleEntryLimits: new ThrottleEntryLimits(db.counts),
    passwordResetLimits: new PasswordResetLimits(db.counts),
    emailLimits: new EmailLimits(db.counts),
    invitationLimit: new RateLimit(db.counts, 'invitation', 60, 15 * 60 * 1000),
    // By place, also of unknown secrets; and wrong passwords by link, from all places.
    linkLimit: new RateLimit(db.counts, 'link place', 60, 15 * 60 * 1000),
    linkPasswordLimit: new RateLimit(db.counts, 'link password', 20, 15 * 60 * 1000),
    contactLimits: new ContactLimits(db.counts),
    unsubscribeLimit: new UnsubscribeLimit(db.counts),
    /** By user and report: the parts of one download get one audit entry. */
    downloadEntries: new RateLimit(db.counts, 'download-entry', 1, 60 * 60 * 1000),
    archiveDownloads: new ArchiveDownloads(),
    findingExports: new FindingExports(),
    panoramaTiles: new PanoramaTiles(),
    pointClouds: new PointClouds(),
    runningFileJobs: new RunningFileJobs(),
  }
}

/** All services. A handler that needs more than those of the core has the context `Env<Services>`. */
export interface Services extends ReturnType<typeof openFeatures> {}
