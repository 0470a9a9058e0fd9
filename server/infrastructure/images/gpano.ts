import ExifReader from 'exifreader'
import type { Metadata } from 'sharp'
import { Gpano } from './decode-request.ts'

/** The longest XMP packet that is read, in bytes. A JPEG keeps at most 64 KiB in one piece; cameras and stitchers write 1 to 20 KiB. */
const XMP_BYTES_MAX = 256 * 1024

const PACKET_BEGIN = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>'

/** The longest projection that is kept, in characters. */
const PROJECTION_MAX_LENGTH = 40

/**
 * What the camera or the stitching program wrote about the sphere, as attributes or elements of RDF. Values that are missing or
 * invalid are null.
 *
 * @returns null if there is nothing about a sphere. Also null for a picture that the EXIF data turns, because the fields count
 *   pixels before the turn, and a sphere cannot be turned: its poles would be at its sides.
 * @see https://developers.google.com/streetview/spherical-metadata
 */
export function gpanoOf({ xmp, orientation = 1 }: Metadata): Gpano | null {
  if (!xmp || xmp.length > XMP_BYTES_MAX || orientation !== 1) return null
  const text = xmp.toString('utf8')
  // Most photos have XMP data without it, and parsing takes a hundred times as long as searching.
  if (!text.includes('/photos/1.0/panorama/')) return null
  const tags = readTags(text)
  const whole = (name: string) => Gpano.shape.full_width.catch(null).parse(wholeNumber(tags?.[name]))
  const gpano: Gpano = {
    projection: tags?.ProjectionType?.trim().slice(0, PROJECTION_MAX_LENGTH) ?? null,
    full_width: whole('FullPanoWidthPixels'),
    full_height: whole('FullPanoHeightPixels'),
    width: whole('CroppedAreaImageWidthPixels'),
    height: whole('CroppedAreaImageHeightPixels'),
    left: whole('CroppedAreaLeftPixels'),
    top: whole('CroppedAreaTopPixels'),
    heading: Gpano.shape.heading.catch(null).parse(degrees(tags?.PoseHeadingDegrees)),
  }
  return Object.values(gpano).some((value) => value !== null) ? gpano : null
}

/** The texts of the XMP packet by their names without the prefix. */
function readTags(packet: string): Record<string, string> | undefined {
  const begun = packet.includes('<?xpacket begin') ? packet : PACKET_BEGIN + packet
  const start = begun.indexOf('<?xpacket begin')
  try {
    const { xmp = {} } = ExifReader.load(new TextEncoder().encode(begun.slice(start)).buffer, {
      expanded: true,
    })
    const texts = Object.entries(xmp).map(([name, tag]) => [name, (tag as { value?: unknown }).value])
    return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'))
  } catch {
    return undefined // A picture with invalid XMP data is accepted.
  }
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text.trim()) ? Number(text) : null
}

function degrees(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,3}(\.\d{1,12})?$/.test(text.trim()) ? Number(text) : null
}
