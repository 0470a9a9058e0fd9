import type { InspectionChange } from '#domain/inspections/version.ts'

/** How the page writes what has changed in an inspection. It knows the forms of the features whose fields these are. */
export interface ChangeWords {
  /** The label that the field has in its form. */
  label: (change: InspectionChange) => string
  /** A value of the field; undefined for values that cannot be written, such as the shape of a mark. */
  value: (change: InspectionChange, value: unknown) => string | undefined
}
