/** The reason for refusing a point cloud. Each code has a sentence in `content/errors`. */
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

/** The error for a damaged or unsupported point cloud. */
export class CloudRefused extends Error {
  readonly code: CloudReason
  /** The values of the sentence. */
  readonly values: Record<string, number>

  constructor(code: CloudReason, values: Record<string, number> = {}) {
    super(code)
    this.code = code
    this.values = values
  }
}
