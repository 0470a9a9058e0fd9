/** Maximum XMP packet, in bytes. A JPEG keeps at most 64 KiB in one piece; cameras and stitchers write 1 to 20 KiB. */
const XMP_BYTES_MAX = 256 * 1024

/**
 * An attribute with its text, or the start of an element. After that, an element has its text, or the first of a list. The element is not
 * consumed, because properties can be its attributes. Each repetition is bounded, which keeps the time linear.
 */
const PROPERTY =
  /\s([\w.-]{1,80}):([\w.-]{1,80})\s{0,80}=\s{0,80}(?:"([^"<]*)"|'([^'<]*)')|<([\w.-]{1,80}):([\w.-]{1,80})(?=(?:\s[^<>]{0,300})?>\s{0,300}(?:<rdf:(?:Alt|Bag|Seq)>\s{0,300}<rdf:li[^<>]{0,300}>)?([^<]{0,1000})<)/g

const ENTITIES: Partial<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The texts of an XMP packet. */
export interface Xmp {
  /** The trimmed text of a property; undefined if missing or empty. */
  get(namespace: string, name: string): string | undefined
  /**
   * As `get`, for the first namespace that contains this part.
   *
   * @param structure the property with the wanted field
   */
  find(partOfNamespace: string, name: string, structure?: string): string | undefined
}

/**
 * Reads the simple properties of an XMP packet, as attributes or elements of RDF, with any prefix. It resolves only XML's own entities, and
 * only the structure that `find` asks for: no packet can make it slow.
 *
 * @param packet undefined for a file without one; one that is too long counts as empty
 * @see ISO 16684-1
 */
export function readXmp(packet: Buffer | undefined): Xmp {
  const text = packet && packet.length <= XMP_BYTES_MAX ? withoutComments(packet.toString('utf8')) : ''
  const namespaces = new Map<string, string>()
  for (const [, prefix = '', quoted, single = ''] of text.matchAll(
    /\sxmlns:([\w.-]{1,80})\s{0,80}=\s{0,80}(?:"([^"<]*)"|'([^'<]*)')/g,
  )) {
    namespaces.set(prefix, normalized(quoted ?? single))
  }
  const properties = propertiesOf(text, namespaces)
  return {
    get: (namespace, name) => properties.get(`${normalized(namespace)} ${name}`),
    find(partOfNamespace, name, structure) {
      const found = [...namespaces].find(([, namespace]) => namespace.includes(partOfNamespace))
      if (!found) return undefined
      const [prefix, namespace] = found
      const fields = structure ? propertiesOf(inside(text, `${prefix}:${structure}`), namespaces) : properties
      return fields.get(`${namespace} ${name}`)
    },
  }
}

function propertiesOf(text: string, namespaces: ReadonlyMap<string, string>): Map<string, string> {
  const properties = new Map<string, string>()
  for (const [, prefix, name, quoted, single, elementPrefix, elementName, content] of text.matchAll(
    PROPERTY,
  )) {
    const namespace = namespaces.get(prefix ?? elementPrefix ?? '')
    const key = `${namespace} ${name ?? elementName}`
    const value = decode(quoted ?? single ?? content ?? '').trim()
    if (namespace !== undefined && value !== '' && !properties.has(key)) properties.set(key, value)
  }
  return properties
}

/** The attributes and elements of the first element of this name; empty without one. */
function inside(text: string, name: string): string {
  const begin = text.indexOf(`<${name}`)
  if (begin < 0) return ''
  const close = text.indexOf(`</${name}>`, begin)
  const [end, next] = [text.indexOf('/>', begin), text.indexOf('<', begin + 1)]
  // An empty element has its fields as attributes.
  const isEmpty = end >= 0 && (next < 0 || end < next)
  return text.slice(begin + 1 + name.length, isEmpty ? end + 1 : Math.max(close, begin + 1 + name.length))
}

/** Some programs omit the trailing slash of a namespace. */
function normalized(namespace: string): string {
  return namespace.endsWith('/') ? namespace.slice(0, -1) : namespace
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const begin = text.indexOf('<!--', at)
    parts.push(text.slice(at, begin < 0 ? undefined : begin))
    if (begin < 0) return parts.join('')
    const end = text.indexOf('-->', begin + 4)
    if (end < 0) return parts.join('')
    at = end + 3
  }
}

function decode(text: string): string {
  return text.replaceAll(/&(?:([a-z]{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
