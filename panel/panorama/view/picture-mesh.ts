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

/** The corners of the grid are exactly on the surface. The colour of a pixel does not depend on the grid: it is found by the direction of the pixel. */
const VERTEX = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec4 area;
uniform float depth;
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
  gl_Position.z = depth * gl_Position.w;
}`

/**
 * The longitude is measured from the centre of the area. An area is at most half a sphere wide, so the border of ±180° is never inside
 * of it, and the card finds the right gradients. Half of them are taken, so that a picture is not softened before it is reduced to half
 * its size. A bias is not as sharp as explicit gradients, but takes half of the time without a graphics card, so the preview has it.
 */
const FRAGMENT = `
precision highp float;
uniform sampler2D map;
uniform vec4 area;
uniform vec4 part;
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
  vec2 place = part.xy + at * part.zw;
  #ifdef SHARP
    colour = vec4(textureGrad(map, place, dFdx(place) * 0.5, dFdy(place) * 0.5).rgb, 1.0);
  #else
    colour = vec4(texture(map, place, -1.0).rgb, 1.0);
  #endif
}`

/** How many parts the grid of half a picture and of a tile has on each side. Only the edges of a picture depend on it. */
const PARTS = { half: 32, tile: 12 }

/** The grids that all pictures and tiles share. */
export class Grids {
  readonly #half = new PlaneGeometry(1, 1, PARTS.half, PARTS.half)
  readonly #tile = new PlaneGeometry(1, 1, PARTS.tile, PARTS.tile)

  ofHalf(): BufferGeometry {
    return this.#half
  }

  ofTile(): BufferGeometry {
    return this.#tile
  }

  dispose(): void {
    this.#half.dispose()
    this.#tile.dispose()
  }
}

/** The most pictures that lie over each other: a preview, and the levels of its tiles. */
const ORDERS_MAX = 32

export type PictureMesh = Mesh<BufferGeometry, RawShaderMaterial>

interface PictureMeshOptions {
  surface: Surface
  area: Area
  grid: BufferGeometry
  texture: Texture
  /** Higher ones cover lower ones; 0 is the preview. */
  order: number
  /** The part of the texture that belongs to the area, from 0 to 1: its left and top, its width and height. */
  part: Vector4
}

/** A picture on a part of the surface. The highest one is drawn first, and what it covers is not computed. */
export function makePictureMesh({
  surface,
  area: { left, top, right, bottom },
  grid,
  texture,
  order,
  part,
}: PictureMeshOptions): PictureMesh {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { ...(surface.isSphere && { SPHERE: '' }), ...(order > 0 && { SHARP: '' }) },
    uniforms: {
      map: { value: texture },
      area: { value: new Vector4(left, top, right, bottom) },
      part: { value: part },
      depth: { value: 1 - (2 * (order + 0.5)) / ORDERS_MAX },
    },
    // The sphere is seen from the inside, the plane from its front.
    side: 2,
  })
  const mesh = new Mesh(grid, material)
  // three cannot cull the mesh, because the vertex shader sets its position. `TileTree` selects the tiles in view.
  mesh.frustumCulled = false
  mesh.renderOrder = -order
  return mesh
}

/** Sets mipmaps and anisotropic filtering, which keep a reduced picture sharp, also near the poles of the sphere. */
export function setTextureFilters(texture: Texture, anisotropy: number): void {
  texture.flipY = false
  texture.premultiplyAlpha = false
  texture.generateMipmaps = true
  texture.minFilter = LinearMipmapLinearFilter
  texture.magFilter = LinearFilter
  texture.anisotropy = anisotropy
}
