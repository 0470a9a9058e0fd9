/** XMP namespaces. Comparison ignores a trailing slash. */
export const EXIF = 'http://ns.adobe.com/exif/1.0/'
export const EXIF_EXTENDED = 'http://cipa.jp/exif/1.0/'
export const LENS = 'http://ns.adobe.com/exif/1.0/aux/'
export const TIFF = 'http://ns.adobe.com/tiff/1.0/'
export const XMP = 'http://ns.adobe.com/xap/1.0/'
export const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/'
export const GPANO = 'http://ns.google.com/photos/1.0/panorama/'
/** Drones of DJI, and newer ones of Autel. */
export const DJI = 'http://www.dji.com/drone-dji/1.0/'
