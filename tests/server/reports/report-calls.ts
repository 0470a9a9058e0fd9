import type { Report } from '#domain/report.ts'
import type { Client } from '../../support/accounts.ts'
import { operator, turbine } from '../../support/app-setup.ts'
import { pdf, readReports } from '../../support/builders.ts'

/** The reports of the turbine, as the operator or another client sees them. */
export const listReports = async (query = '', client = operator) =>
  readReports(await client.get(`/api/turbines/${turbine}/reports${query}`))

export const uploadReports = async (...args: Parameters<Client['uploadReports']>) =>
  readReports(await operator.uploadReports(...args))

export const uploadReport = async (name = 'a.pdf', year = '2025') =>
  (await uploadReports(turbine, { [name]: pdf() }, { year })).data[0] as Report
