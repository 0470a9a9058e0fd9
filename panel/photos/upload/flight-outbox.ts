import { PhotoOutbox } from './photo-outbox.ts'
import type { StagedPhoto } from './staged-files.ts'

/** Owns the staged photos of several places of a turbine. One upload sends them all, with one progress. */
export class FlightOutbox extends PhotoOutbox {
  protected override turnsOf(files: StagedPhoto[]): StagedPhoto[][] {
    return files.length > 0 ? [files] : []
  }

  override failuresOf() {
    return this.failures.value[0]
  }

  override forgetFailuresOf() {
    this.failures.value = []
  }
}
