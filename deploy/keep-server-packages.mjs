// Removes from `node_modules` what the server does not read: packages for building the pages, and files of the other packages. For the image only.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const IMPORTED = /(?:\bfrom |\bimport\(|\brequire\.resolve\()'(?!node:)((?:@[\w.-]+\/)?\w[\w.-]*)/g
/** Sources, types, source maps and descriptions. Node does not run TypeScript in `node_modules`. */
const UNREAD = /\.(?:[cm]?ts|map|md|markdown|c|cc|cpp|h|hpp)$/
const LICENCE = /^(?:licen[cs]e|copying|notice)/i
/** A binary for one system each. */
const PREBUILD = /^(?:darwin|linux|linuxmusl|win32)-\w+\.node$/
/** Files in packages of which the server reads other files. */
const OTHER_FILES = [
  ['swagger-ui-dist', /^(?!swagger-ui(?:-bundle\.js|\.css)$|package\.json$)/],
  ['@hyzyla/pdfium', /base64/],
]
const kept = new Set()

for (const folder of ['server', 'domain']) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)) keep(name, '.')
  }
}
for (const name of packages()) {
  if (!kept.has(name)) rmSync(join('node_modules', name), { recursive: true })
}
for (const name of readdirSync('node_modules')) {
  const folder = join('node_modules', name)
  // Commands, and scopes without packages.
  if (name.startsWith('.') || readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}
removeFiles('node_modules', (name) => UNREAD.test(name) || isOtherPrebuild(name))
for (const [name, other] of OTHER_FILES) removeFiles(join('node_modules', name), (file) => other.test(file))

/** Keeps a package and what it depends on. @param importer the folder of the package that imports it */
function keep(name, importer, isOptional = false) {
  const nested = join(importer, 'node_modules', name)
  const folder = existsSync(nested) ? nested : join('node_modules', name)
  // Modules of Node, and packages for other systems.
  if (kept.has(folder) || !existsSync(folder)) return
  const { os, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  // The optional packages that the server uses are binaries for one system each. The others are for databases and clouds that it does not know.
  if (isOptional && !os) return
  kept.add(folder)
  if (folder === join('node_modules', name)) kept.add(name)
  for (const needed of Object.keys(dependencies ?? {})) keep(needed, folder)
  for (const offered of Object.keys(optionalDependencies ?? {})) keep(offered, folder, true)
}

/** The names of all packages that are directly in `node_modules`. */
function packages() {
  return readdirSync('node_modules')
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join('node_modules', name)).map((inner) => `${name}/${inner}`)
        : [name],
    )
}

function isOtherPrebuild(name) {
  return PREBUILD.test(name) && name !== `${process.platform}-${process.arch}.node`
}

/** Removes the files with such names, and keeps licences. */
function removeFiles(folder, isUnread) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isUnread(entry.name) && !LICENCE.test(entry.name))
      rmSync(join(entry.parentPath, entry.name))
  }
}
