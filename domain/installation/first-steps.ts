import * as z from 'zod'

/** The steps from an empty installation to the first photos, in this order. */
export const FIRST_STEPS = ['company', 'turbines', 'people', 'photos', 'settings'] as const
export const FirstStep = z.enum(FIRST_STEPS)
export type FirstStep = z.infer<typeof FirstStep>

/** How far an installation is. */
export const FirstSteps = z.object({
  /** The steps whose records or settings exist. */
  done: z.array(FirstStep),
  skipped: z.array(FirstStep),
  /** The first turbine, for the first photos; null without one. */
  turbine_id: z.int().nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** The body of `PUT /first-steps`. */
export const SkippedSteps = z.strictObject({ skipped: z.array(FirstStep).max(FIRST_STEPS.length) })

/** The first step that is neither done nor skipped. */
export function nextStep({ done, skipped }: FirstSteps): FirstStep | undefined {
  return FIRST_STEPS.find((step) => !done.includes(step) && !skipped.includes(step))
}

/** True until the installation has its first photos: what comes next is then no longer obvious. */
export function isNew({ done }: FirstSteps): boolean {
  return !done.includes('photos')
}
