import * as z from 'zod'
import { Finding } from '../../domain/findings/finding.ts'
import { Inspection } from '../../domain/inspections/inspection.ts'
import { InspectionVersion } from '../../domain/inspections/version.ts'
import { LANGUAGES } from '../../domain/text/language.ts'
import { Turbine } from '../../domain/turbine.ts'

/** A report as PDF beside this file. */
const Report = z.strictObject({ size: z.int().positive() })

/** `example.json`: a published inspection as the API answers it to a customer. `npm run example` writes it. */
export const Example = z.strictObject({
  turbine: Turbine.pick({
    turbine_name: true,
    code: true,
    location: true,
    site_name: true,
    city: true,
    company_name: true,
    time_zone: true,
    manufacturer: true,
    model: true,
    blade_length: true,
  }).strict(),
  inspection: Inspection.pick({ year: true, first_day: true, last_day: true, photos: true }).strict(),
  version: InspectionVersion.pick({ version: true, published_at: true }).strict(),
  /** Those of the inspection, and those of earlier ones. Each has a photo, whose file has its number. */
  findings: z.array(Finding.strict()),
  reports: z.record(z.enum(LANGUAGES), Report),
})
export type Example = z.infer<typeof Example>
