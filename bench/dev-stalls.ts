import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { printSection } from './report.ts'
import { fillLarge } from './requests/stalls/fill-large.ts'
import { measureFilled } from './requests/stalls/stalls-dev.ts'
const template = '/tmp/stalls-template'
if (!existsSync(`${template}.json`)) writeFileSync(`${template}.json`, JSON.stringify(await fillLarge(template)))
const copy = `/tmp/stalls-copy-${process.pid}`
execFileSync('sh', ['-c', `mkdir ${copy} && cp -al ${template}/files ${copy}/ && for f in ${template}/* ${template}/.[a-z]*; do [ "$f" = ${template}/files ] || cp -a "$f" ${copy}/ ; done; rm -f ${copy}/*.lock`])
try { printSection('Stalls', await measureFilled(copy, JSON.parse(readFileSync(`${template}.json`, 'utf8')), process.argv.slice(2))) } finally { await rm(copy, { recursive: true, force: true }) }
