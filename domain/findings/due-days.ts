import type { FindingSummary } from './finding-summary.ts'

/** What is due in a summary of findings. The first screen loads this file, so it imports no schema. */

/** True from the day after `day` on. */
export function isPast(day: string, today: string): boolean {
  return day < today
}

/** The number of overdue findings in a summary. @param todayOf today in a time zone */
export function countOverdue(
  { due_days }: Pick<FindingSummary, 'due_days'>,
  todayOf: (timeZone: string) => string,
): number {
  return sumOf(due_days.filter(({ day, time_zone }) => isPast(day, todayOf(time_zone))))
}

/** The number of unresolved findings in a summary that are due before a day, without overdue ones. */
export function countDueBefore(
  { due_days }: Pick<FindingSummary, 'due_days'>,
  before: string,
  todayOf: (timeZone: string) => string,
): number {
  return sumOf(due_days.filter(({ day, time_zone }) => day < before && !isPast(day, todayOf(time_zone))))
}

function sumOf(counted: readonly { findings: number }[]): number {
  return counted.reduce((sum, { findings }) => sum + findings, 0)
}

/** The due days of the unresolved findings of a turbine. */
export interface TurbineDue {
  overdue: number
  /** The earliest day that has not passed. */
  next: string | undefined
}

/** Of each turbine with due days, by its id. @param todayOf today in a time zone */
export function dueOfTurbines(
  { turbine_days }: Pick<FindingSummary, 'turbine_days'>,
  todayOf: (timeZone: string) => string,
): Map<number, TurbineDue> {
  const dues = new Map<number, TurbineDue>()
  for (const { turbine_id, day, time_zone, findings } of turbine_days) {
    const due = dues.get(turbine_id) ?? { overdue: 0, next: undefined }
    if (isPast(day, todayOf(time_zone))) due.overdue += findings
    else if (due.next === undefined || day < due.next) due.next = day
    dues.set(turbine_id, due)
  }
  return dues
}
