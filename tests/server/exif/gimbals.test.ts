/** Where a camera pointed, as the makers of drones write it: each has fields and a sense of its own. */
import { expect, it } from 'vitest'
import { NO_EXIF } from '#domain/photo.ts'
import { GIMBAL_FIELDS } from '#domain/pictures/gimbal-fields.ts'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'
import { exifOf } from '#server/infrastructure/images/exif.ts'
import { ascii, exifBlock } from '../../support/files/tagged-picture.ts'

const NAMESPACES = [
  'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"',
  'xmlns:drone-parrot="http://www.parrot.com/drone-parrot/1.0/"',
  'xmlns:drone-skydio="https://www.skydio.com/drone-skydio/1.0/"',
  'xmlns:Camera="http://pix4d.com/camera/1.0"',
  'xmlns:fly="http://ns.sensefly.com/Camera/1.0/"',
  'xmlns:tiff="http://ns.adobe.com/tiff/1.0/"',
].join(' ')
const factsOf = (attributes: string, elements = '', exif?: Buffer) =>
  exifOf(
    '/nowhere',
    { format: 'jpeg', exif },
    readXmp(Buffer.from(`<rdf:Description ${NAMESPACES} ${attributes}>${elements}</rdf:Description>`)),
  )

const NED = 'drone-skydio:Pitch="-7.468572" drone-skydio:Roll="0.186841" drone-skydio:Yaw="127.444323"'
const FLU = 'drone-skydio:Pitch="7.1" drone-skydio:Roll="1" drone-skydio:Yaw="-37"'
const ELEMENTS = (['Pitch', 'Roll', 'Yaw'] as const).map(
  (name, index) => `<drone-skydio:${name}>${[-7.468572, 0.186841, 127.444323][index]}</drone-skydio:${name}>`,
)
const SKYDIO = { pitch: -7.47, yaw: 127.44, roll: 0.19 }

it.each<[title: string, attributes: string, elements: string, gimbal: typeof NO_EXIF.gimbal]>([
  ['DJI', 'drone-dji:GimbalPitchDegree="-89.90"', '', { pitch: -89.9, yaw: null, roll: null }],
  [
    'a roll that a program wrote with an exponent',
    'drone-dji:GimbalPitchDegree="-3.05e+01" drone-dji:GimbalRollDegree="-1.2e-05"',
    '',
    { pitch: -30.5, yaw: null, roll: 0 },
  ],
  ['Parrot', 'drone-parrot:CameraPitchDegree="-45.2"', '', { pitch: -45.2, yaw: null, roll: null }],
  [
    'Skydio, as attributes, behind the orientation that counts from its nose',
    '',
    `<drone-skydio:CameraOrientationFLU ${FLU}/><drone-skydio:CameraOrientationNED ${NED}/>`,
    SKYDIO,
  ],
  [
    'Skydio, as elements',
    '',
    `<drone-skydio:CameraOrientationNED rdf:parseType="Resource">${ELEMENTS.join('')}</drone-skydio:CameraOrientationNED><drone-skydio:VehicleOrientationNED ${FLU}/>`,
    SKYDIO,
  ],
  ['Skydio, without the one from north', '', `<drone-skydio:CameraOrientationFLU ${FLU}/>`, null],
  ['senseFly, at the horizon', 'fly:Pitch="90" fly:Yaw="-10"', '', { pitch: 0, yaw: 350, roll: null }],
  ['senseFly, backwards below the drone', 'fly:Pitch="-3"', '', { pitch: -93, yaw: null, roll: null }],
  ['Pix4D, straight down', 'Camera:Pitch="0"', '', { pitch: -90, yaw: null, roll: null }],
  ['Pix4D, above the horizon', 'Camera:Pitch="100"', '', { pitch: 10, yaw: null, roll: null }],
  ['an Autel XL715', 'Camera:Pitch="-30.5" Camera:Yaw="105.0"', '', { pitch: -30.5, yaw: 105, roll: null }],
  ['a pitch that no gimbal reaches', 'drone-dji:GimbalPitchDegree="-140"', '', null],
  ['a roll of more than half a turn', 'drone-dji:GimbalRollDegree="181"', '', null],
])('of %s', async (_, attributes, elements, gimbal) => {
  expect(await factsOf(attributes, elements)).toEqual({ ...NO_EXIF, gimbal })
})

it('the height above the ground is not that above the take-off', async () => {
  expect(await factsOf('Camera:AboveGroundAltitude="58.3"')).toEqual(NO_EXIF)
})

it('each maker says where its sense comes from', () => {
  for (const { makers, source } of GIMBAL_FIELDS)
    expect([makers, source]).toEqual([makers, expect.stringMatching(/manual|^https:/)])
})

it.each([
  ['Camera', 'Autel Robotics XL715'],
  ['Autel', 'Autel XL715'],
])('the make of a camera is the copy in XMP if the EXIF data say "%s"', async (make, camera) => {
  const exif = exifBlock({ picture: [ascii(0x010f, make), ascii(0x0110, 'XL715')] })
  expect((await factsOf('tiff:Make="Autel Robotics"', '', exif)).camera).toBe(camera)
})
