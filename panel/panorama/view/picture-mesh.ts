import {
  type BufferGeometry,
  GLSL3,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  PlaneGeometry,
  RawShaderMaterial,
  type Texture,
  Vector4,
} from 'three'
import type { Area, Surface } from './surface.ts'

/** The corners of the grid lie exactly on the surface; the colour of each pixel is looked up by its own direction, not by the grid. */
const VERTEX = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec4 area;
in vec3 position;
out vec3 world;
void main() {
  vec2 at = vec2(mix(area.x, area.z, position.x + 0.5), mix(area.y, area.w, 0.5 - position.y));
  #ifdef SPHERE
    world = vec3(sin(at.x) * cos(at.y), sin(at.y), -cos(at.x) * cos(at.y));
  #else
    world = vec3(at, -1.0);
  #endif
  gl_Position = projectionMatrix * modelViewMatrix * vec4(world, 1.0);
}`

/**
 * The longitude is measured from the centre of the area, so that no area has the border of ±180° inside of it. The gradients are
 * given, because those that the card finds are wrong at that border; half of them, so that a picture is not softened before it
 * is reduced to half its size.
 */
const FRAGMENT = `
precision highp float;
uniform sampler2D map;
uniform vec4 area;
uniform vec4 inset;
in vec3 world;
out vec4 colour;
void main() {
  vec2 at;
  vec2 size = area.zw - area.xy;
  #ifdef SPHERE
    float centre = (area.x + area.z) / 2.0;
    float east = world.x * cos(centre) + world.z * sin(centre);
    float ahead = world.x * sin(centre) - world.z * cos(centre);
    at.x = atan(east, ahead) / size.x + 0.5;
    at.y = (atan(world.y, length(world.xz)) - area.y) / size.y;
  #else
    at = (world.xy - area.xy) / size;
  #endif
  vec2 dx = dFdx(at);
  vec2 dy = dFdy(at);
  #ifdef SPHERE
    float turn = 6.283185307179586 / size.x;
    dx.x -= turn * round(dx.x / turn);
    dy.x -= turn * round(dy.x / turn);
  #endif
  colour = vec4(textureGrad(map, inset.xy + at * inset.zw, dx * inset.zw * 0.5, dy * inset.zw * 0.5).rgb, 1.0);
}`

/** How many parts the grid of a whole picture and of a tile has on each side. */
const PARTS = { picture: 96, tile: 24 }

/** The grids that all pictures and tiles share. */
export class Grids {
  readonly #picture = new PlaneGeometry(1, 1, PARTS.picture, PARTS.picture)
  readonly #tile = new PlaneGeometry(1, 1, PARTS.tile, PARTS.tile)

  ofPicture(): BufferGeometry {
    return this.#picture
  }

  ofTile(): BufferGeometry {
    return this.#tile
  }

  dispose(): void {
    this.#picture.dispose()
    this.#tile.dispose()
  }
}

/**
 * A picture on a part of the surface.
 *
 * @param border how many pixels at each side of the texture belong to the neighbours of the picture
 */
export function makePictureMesh(
  surface: Surface,
  { left, top, right, bottom }: Area,
  grid: BufferGeometry,
  texture: Texture,
  border = 0,
): Mesh<BufferGeometry, RawShaderMaterial> {
  const { width, height } = texture.image as { width: number; height: number }
  const [x, y] = [border / width, border / height]
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: surface.isSphere ? { SPHERE: '' } : {},
    uniforms: {
      map: { value: texture },
      area: { value: new Vector4(left, top, right, bottom) },
      inset: { value: new Vector4(x, y, 1 - 2 * x, 1 - 2 * y) },
    },
    depthTest: false,
    depthWrite: false,
    // The sphere is seen from the inside, the plane from its front.
    side: 2,
  })
  const mesh = new Mesh(grid, material)
  // The grid gets its place only on the card; what is out of view is sorted out before.
  mesh.frustumCulled = false
  return mesh
}

/** Sharp when reduced, also near the poles, where a sphere is reduced much more in one direction. */
export function filterWell(texture: Texture, anisotropy: number): void {
  texture.flipY = false
  texture.premultiplyAlpha = false
  texture.generateMipmaps = true
  texture.minFilter = LinearMipmapLinearFilter
  texture.magFilter = LinearFilter
  texture.anisotropy = anisotropy
}
