/**
 * What Kanat reads in files of every kind, beside what exiftool reads there.
 *
 * The answers of exiftool 12.57 (Debian's libimage-exiftool-perl) are in `exiftool-answers.json`. They were made in a folder with each of
 * `TAGGED_FILES`, by
 * `exiftool -q -j -n -G0 -fileOrder FileName -EXIF:Make -EXIF:Model -EXIF:DateTimeOriginal -EXIF:CreateDate -EXIF:LensModel -EXIF:FocalLength
 * -EXIF:FocalLengthIn35mmFormat -Composite:GPSLatitude -Composite:GPSLongitude -Composite:GPSAltitude -XMP:all --XMPToolkit .`
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NO_EXIF, PhotoExif } from '#domain/photo.ts'
import { readMetadata } from '#server/infrastructure/images/decode-image.ts'
import { TAGGED_FILES } from '../../support/files/tagged-files.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import answers from './exiftool-answers.json' with { type: 'json' }

type Answer = Partial<Record<string, string | number>>

setUpFolder('file')

async function read(name: string, bytes: Uint8Array): Promise<PhotoExif> {
  const path = join(dir, name)
  await writeFile(path, bytes)
  return (await readMetadata(path)).exif
}

const POSITION = { latitude: 38.50425, longitude: 26.25, altitude: null }
const SOUTH_WEST = { latitude: -38.50425, longitude: -26.25, altitude: null }

/** Where Kanat says another thing than exiftool, and why. */
const DIFFERENT: Record<string, { facts: Partial<PhotoExif>; why: string }> = {
  'south-after-a-blank.jpg': {
    why: 'exiftool looks at the first character, which is the blank',
    facts: { gps: SOUTH_WEST },
  },
  'altitude-without-reference.jpg': {
    why: 'EXIF 3.0 says that a height without a reference is above the sea, and exiftool leaves it out',
    facts: { gps: { ...POSITION, altitude: 3.5 } },
  },
  'seconds-unknown.jpg': {
    why: 'exiftool takes 0/0 for the end of the number, and answers 0',
    facts: { gps: { latitude: -38.5, longitude: 26.25, altitude: null } },
  },
  'big-little-endian.tif': {
    why: 'exiftool does not follow a pointer of eight bytes to the GPS directory',
    facts: { gps: { ...POSITION, altitude: 96.2 } },
  },
  'big-big-endian.tif': {
    why: 'exiftool does not follow a pointer of eight bytes to the GPS directory',
    facts: { gps: { ...POSITION, altitude: 96.2 } },
  },
}

/** The answer of exiftool in the form of ours. */
function factsOf(answer: Answer): PhotoExif {
  const either = (name: string) => answer[`EXIF:${name}`] ?? answer[`XMP:${name}`] ?? null
  const [make, model] = [either('Make'), either('Model')].map((name) => String(name ?? '').trim())
  const latitude = answer['Composite:GPSLatitude'] ?? answer['XMP:GPSLatitude'] ?? ''
  const longitude =
    answer['Composite:GPSLongitude'] ?? answer['XMP:GPSLongitude'] ?? answer['XMP:GPSLongtitude'] ?? ''
  const altitude = answer['Composite:GPSAltitude'] ?? answer['XMP:AbsoluteAltitude']
  const angle = (name: string) =>
    answer[`XMP:${name}`] === undefined ? null : Number(answer[`XMP:${name}`]) + 0
  const compass = (name: string) => {
    const degrees = angle(name)
    return degrees === null ? null : Math.round(((degrees + 360) % 360) * 100) / 100
  }
  return {
    taken_at: timeOf(answer),
    camera: `${make} ${model}`.trim() || null,
    lens: either('LensModel') === null ? textOf(answer['XMP:Lens']) : textOf(either('LensModel')),
    focal_length: numberOf(either('FocalLength')),
    focal_length_35mm: numberOf(either('FocalLengthIn35mmFormat')),
    gps:
      latitude === '' || longitude === ''
        ? null
        : {
            latitude: Number(latitude),
            longitude: Number(longitude),
            altitude: altitude === undefined ? null : Number(altitude),
          },
    gimbal:
      angle('GimbalPitchDegree') === null
        ? null
        : {
            pitch: angle('GimbalPitchDegree'),
            yaw: compass('GimbalYawDegree'),
            roll: angle('GimbalRollDegree'),
          },
    flight_yaw: compass('FlightYawDegree'),
    relative_altitude: angle('RelativeAltitude'),
    shown_range: null,
    is_contradictory: false,
  }
}

/** The time of the photo, never that of the last change. A day alone is no time. */
function timeOf(answer: Answer): string | null {
  const names = ['EXIF:DateTimeOriginal', 'EXIF:CreateDate', 'XMP:DateTimeOriginal', 'XMP:CreateDate']
  for (const name of names) {
    const [year, month, day, hour, minute, second = '0'] = String(answer[name] ?? '').match(/\d+/g) ?? []
    if (!minute || !year || !month || Number(year) === 0) continue
    const parts = [month, day, hour, minute, second].map((part = '') => part.padStart(2, '0'))
    return `${year}-${parts[0]}-${parts[1]}T${parts.slice(2).join(':')}`
  }
  return null
}

const textOf = (value: string | number | null | undefined) => (value ? String(value) : null)
const numberOf = (value: string | number | null) => (value === null ? null : Number(value))

it('has an answer of exiftool for each file', () => {
  expect(answers.map(({ SourceFile }) => SourceFile.slice(2)).sort()).toEqual(
    Object.keys(TAGGED_FILES).sort(),
  )
})

it.each(Object.entries(TAGGED_FILES))('reads %s', async (name, make) => {
  const answer: Answer = answers.find(({ SourceFile }) => SourceFile === `./${name}`) ?? {}
  const theirs = factsOf(answer)
  const facts = await read(name, await make())
  const different = DIFFERENT[name]
  const expected = different ? { ...theirs, ...different.facts } : theirs
  if (different) expect(theirs, different.why).not.toEqual(expected)
  const near = expected.gps && {
    latitude: expect.closeTo(expected.gps.latitude, 9),
    longitude: expect.closeTo(expected.gps.longitude, 9),
    altitude: expected.gps.altitude,
  }
  expect(facts).toEqual({ ...expected, gps: near })
  expect(PhotoExif.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  if (name.startsWith('modified') || name.startsWith('day')) expect(facts).toEqual(NO_EXIF)
})
