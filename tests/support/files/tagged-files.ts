import sharp from 'sharp'
import { pictureWith } from './hostile-exif.ts'
import {
  ascii,
  byte,
  type Directories,
  exifBlock,
  fractions,
  short,
  taggedJpeg,
  taggedTiff,
  xmpPacket,
} from './tagged-picture.ts'

const TIME = '2026:09:12 14:03:05'
const gps = (latitudeRef: string, longitudeRef = 'E') => [
  ascii(1, latitudeRef),
  fractions(2, '38/1 30/1 1530/100'),
  ascii(3, longitudeRef),
  fractions(4, '26/1 15/1 0/1'),
]
const ALTITUDE = [byte(5, 0), fractions(6, '962/10')]
const CAMERA: Directories = {
  picture: [ascii(0x010f, 'DJI'), ascii(0x0110, 'FC6310'), ascii(0x0132, '2026:11:01 08:00:00')],
  exif: [
    ascii(0x9003, TIME),
    ascii(0x9004, '2026:09:12 14:03:06'),
    fractions(0x920a, '880/100'),
    short(0xa405, 24),
    ascii(0xa434, '24.0 mm f/2.8'),
  ],
  gps: [...gps('N'), ...ALTITUDE],
}
const block = (directories: Directories) => exifBlock(directories)
const jpegOf = (directories: Directories) => taggedJpeg({ exif: block(directories) })
const located = (...entries: NonNullable<Directories['gps']>) => jpegOf({ gps: entries })
const timed = (time: string) => jpegOf({ exif: [ascii(0x9003, time)] })
const xmpOf = (attributes: Record<string, string>, elements?: Record<string, string>) =>
  taggedJpeg({ xmp: xmpPacket(attributes, elements) })

const DRONE = {
  'drone-dji:AbsoluteAltitude': '+512.60',
  'drone-dji:RelativeAltitude': '+84.20',
  'drone-dji:GimbalPitchDegree': '-12.30',
  'drone-dji:GimbalYawDegree': '-176.00',
  'drone-dji:GimbalRollDegree': '-0.00',
  'drone-dji:FlightYawDegree': '+12.30',
}
const COPIED = {
  'tiff:Make': 'Hasselblad',
  'tiff:Model': 'L2D-20c',
  'exif:DateTimeOriginal': '2026-09-12T14:03:05.25+03:00',
  'xmp:ModifyDate': '2026-11-01T08:00:00',
  'exif:GPSLatitude': '38,30.255S',
  'exif:GPSLongitude': '26,15,30W',
  'exif:GPSAltitude': '962/10',
  'exif:GPSAltitudeRef': '1',
  'exif:FocalLength': '1229/100',
  'exif:FocalLengthIn35mmFilm': '24',
  'aux:Lens': '24 mm f/2.8',
}

/** Pictures whose facts are written in all the ways that cameras and programs have. */
export const TAGGED_FILES: Record<string, () => Buffer | Promise<Buffer>> = {
  'little-endian.jpg': () => jpegOf(CAMERA),
  'big-endian.jpg': () => taggedJpeg({ exif: exifBlock(CAMERA, { isBigEndian: true }) }),
  'block.png': () => pictureWith(block(CAMERA), 'png'),
  'block.webp': () => pictureWith(block(CAMERA), 'webp'),
  'block.avif': () => pictureWith(block(CAMERA), 'avif'),
  'little-endian.tif': () => taggedTiff(CAMERA),
  'big-endian.tif': () => taggedTiff(CAMERA, { isBigEndian: true }),
  'big-little-endian.tif': () => taggedTiff(CAMERA, { isBig: true }),
  'big-big-endian.tif': () => taggedTiff(CAMERA, { isBig: true, isBigEndian: true }),
  'directories-at-the-end.tif': () => taggedTiff(CAMERA, {}, 3_000_001),
  'xmp-of-a-drone.tif': () => pictureWithXmp('tiff', DRONE),
  'xmp-of-a-drone.png': () => pictureWithXmp('png', DRONE),
  'xmp-of-a-drone.webp': () => pictureWithXmp('webp', DRONE),
  'exif-before-xmp.jpg': () => taggedJpeg({ exif: block(CAMERA), xmp: xmpPacket(DRONE) }),
  'xmp-before-exif.jpg': () => taggedJpeg({ xmp: xmpPacket(DRONE) }, { exif: block(CAMERA) }),
  'unknown-segment-first.jpg': () => taggedJpeg({ xmp: '' }, { exif: block(CAMERA) }),
  'text-after-zero.jpg': () =>
    jpegOf({
      picture: [ascii(0x010f, Buffer.from('DJI\0, , , junk')), ascii(0x0110, Buffer.from('M3E\0\0\0'))],
    }),
  'text-in-utf-8.jpg': () => jpegOf({ picture: [ascii(0x0110, 'Kamera Çekim')] }),
  'text-without-zero.jpg': () => jpegOf({ picture: [ascii(0x0110, Buffer.from('FC6310'))] }),
  'text-in-padding.jpg': () =>
    jpegOf({ picture: [ascii(0x010f, 'SONY      '), ascii(0x0110, '  ILCE-7RM4 ')] }),
  'south-in-small-letters.jpg': () => located(...gps('s', 'w')),
  'south-as-a-word.jpg': () => located(...gps('South', 'West')),
  'north-as-a-word.jpg': () => located(...gps('North', 'east')),
  'south-after-a-blank.jpg': () => located(...gps(' S', ' W')),
  'no-reference.jpg': () => located(fractions(2, '38/1 30/1 0/1'), fractions(4, '26/1 15/1 0/1')),
  'below-the-sea.jpg': () => located(...gps('N'), byte(5, 1), fractions(6, '35/10')),
  'altitude-without-reference.jpg': () => located(...gps('N'), fractions(6, '35/10')),
  'altitude-unknown.jpg': () => located(...gps('N'), byte(5, 0), fractions(6, '0/0')),
  'altitude-alone.jpg': () => located(...ALTITUDE),
  'seconds-unknown.jpg': () =>
    located(ascii(1, 'S'), fractions(2, '38/1 30/1 0/0'), ascii(3, 'E'), fractions(4, '26/1 15/1 0/0')),
  'decimal-minutes.jpg': () =>
    located(ascii(1, 'S'), fractions(2, '38/1 3025/100 0/1'), ascii(3, 'W'), fractions(4, '26/1 155/10 0/1')),
  'two-parts.jpg': () =>
    located(ascii(1, 'S'), fractions(2, '38/1 3025/100'), ascii(3, 'W'), fractions(4, '26/1 155/10')),
  'decimal-degrees.jpg': () =>
    located(ascii(1, 'S'), fractions(2, '385/10'), ascii(3, 'W'), fractions(4, '2625/100')),
  'degrees-unknown.jpg': () =>
    located(ascii(1, 'N'), fractions(2, '0/0 0/0 0/0'), ascii(3, 'E'), fractions(4, '0/0 0/0 0/0')),
  'digitized-alone.jpg': () =>
    jpegOf({ picture: [ascii(0x0132, '2026:11:01 08:00:00')], exif: [ascii(0x9004, TIME)] }),
  'modified-alone.jpg': () => jpegOf({ picture: [ascii(0x0132, '2026:11:01 08:00:00')] }),
  'original-unset.jpg': () => jpegOf({ exif: [ascii(0x9003, '0000:00:00 00:00:00'), ascii(0x9004, TIME)] }),
  'original-blank.jpg': () => jpegOf({ exif: [ascii(0x9003, '    :  :     :  :  '), ascii(0x9004, TIME)] }),
  'time-with-dashes.jpg': () => timed('2026-09-12 14:03:05'),
  'time-of-iso.jpg': () => timed('2026-09-12T14:03:05+03:00'),
  'time-with-slashes.jpg': () => timed('2026/09/12 14:03:05'),
  'time-with-blanks.jpg': () => timed('2026: 9:12  4: 3: 5'),
  'time-after-zero.jpg': () => jpegOf({ exif: [ascii(0x9003, Buffer.from(`${TIME}\0junk`))] }),
  'day-alone.jpg': () => timed('2026:09:12'),
  'xmp-attributes.jpg': () => xmpOf(COPIED),
  'xmp-elements.jpg': () => xmpOf({}, COPIED),
  'xmp-create-date.jpg': () =>
    xmpOf({ 'xmp:CreateDate': '2026-09-12T14:03', 'xmp:ModifyDate': '2026-11-01T08:00:00' }),
  'drone-attributes.jpg': () => xmpOf(DRONE),
  'drone-elements.jpg': () => xmpOf({}, DRONE),
  'drone-position.jpg': () =>
    xmpOf({ ...DRONE, 'drone-dji:GpsLatitude': '-38.504250', 'drone-dji:GpsLongtitude': '+26.250000' }),
  'lens-in-xmp.jpg': () => xmpOf({}, { 'exifEX:LensModel': 'DJI DL 35mm F2.8' }),
}

async function pictureWithXmp(
  format: 'tiff' | 'png' | 'webp',
  attributes: Record<string, string>,
): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .withXmp(xmpPacket(attributes))
    .toFormat(format)
    .toBuffer()
}
