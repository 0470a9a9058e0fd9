/** Why a point cloud is not accepted. Each code has a sentence in `content/errors`. */
export const CLOUD_REASONS = [
  'cloud_header',
  'cloud_without_positions',
  'cloud_ends_early',
  'cloud_line',
  'cloud_damaged',
  'cloud_empty',
  'cloud_too_many_points',
  'cloud_compression',
] as const
export type CloudReason = (typeof CLOUD_REASONS)[number]

/** The error for a point cloud that is damaged or of a kind that cannot be read. */
export class CloudRefused extends Error {
  readonly code: CloudReason
  /** What the sentence names. */
  readonly values: Record<string, number>

  constructor(code: CloudReason, values: Record<string, number> = {}) {
    super(code)
    this.code = code
    this.values = values
  }
}
