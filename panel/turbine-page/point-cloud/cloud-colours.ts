import { ShaderMaterial, Vector2, Vector3 } from 'three'
import { NO_INTENSITY, type PointCloud } from '#domain/pictures/point-cloud.ts'

const COLOURINGS = ['file', 'height', 'intensity'] as const
export type Colouring = (typeof COLOURINGS)[number]

/** From dark blue to yellow. People with any kind of colour blindness can distinguish the colours. @see https://bids.github.io/colormap/ (viridis) */
const SCALE = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const
/** The colour of points without an intensity. */
const GREY = [120, 120, 120] as const

/** The colourings that a cloud has data for. The first one is the best. */
export function colouringsOf({ has_colours, intensities }: PointCloud): Colouring[] {
  return COLOURINGS.filter(
    (name) => name === 'height' || (name === 'file' && has_colours) || (name === 'intensity' && intensities),
  )
}

/**
 * Draws points as squares. The graphics card computes the colours, so that another colouring costs nothing. `shade` has the colour of the file and
 * the intensity.
 */
export class CloudMaterial extends ShaderMaterial {
  constructor({ heights: [low, high] }: Pick<PointCloud, 'heights'>) {
    super({
      uniforms: {
        size: { value: 1 },
        colouring: { value: 0 },
        heights: { value: new Vector2(low, high) },
        scale: { value: SCALE.map(colour) },
        grey: { value: colour(GREY) },
      },
      vertexShader: VERTICES,
      fragmentShader: 'varying vec3 shown; void main() { gl_FragColor = vec4(shown, 1.0); }',
    })
  }

  /** @param size in pixels of the screen */
  setSize(size: number): void {
    this.#uniform('size').value = size
  }

  setColouring(colouring: Colouring): void {
    this.#uniform('colouring').value = COLOURINGS.indexOf(colouring)
  }

  #uniform(name: string): { value: unknown } {
    const uniform = this.uniforms[name]
    if (!uniform) throw new Error(`There is no uniform ${name}.`)
    return uniform
  }
}

function colour([red, green, blue]: readonly [number, number, number]): Vector3 {
  return new Vector3(red, green, blue).divideScalar(255)
}

const VERTICES = `
attribute vec4 shade;
uniform float size;
uniform int colouring;
uniform vec2 heights;
uniform vec3 scale[${SCALE.length}];
uniform vec3 grey;
varying vec3 shown;

vec3 colourAt(float share) {
  float place = clamp(share, 0.0, 1.0) * ${(SCALE.length - 1).toFixed(1)};
  vec3 found = scale[0];
  for (int index = 1; index < ${SCALE.length}; index += 1)
    found = mix(found, scale[index], clamp(place - float(index - 1), 0.0, 1.0));
  return found;
}

void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
  float width = heights.y - heights.x;
  if (colouring == 0) shown = shade.rgb;
  else if (colouring == 1) shown = colourAt(width > 0.0 ? (position.z - heights.x) / width : 0.5);
  else if (shade.a > ${((NO_INTENSITY - 0.5) / 255).toFixed(4)}) shown = grey;
  else shown = colourAt(shade.a * 255.0 / ${(NO_INTENSITY - 1).toFixed(1)});
}
`
