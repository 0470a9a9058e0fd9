import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { isPanelAddress } from '#domain/panel-addresses.ts'

type Listener = ReturnType<typeof getRequestListener>

const API_ADDRESS = /^\/(api|media)(\/|\?|$)/

/** Makes `astro dev` answer the API and the addresses of the panel, as the server does in production. */
export function apiInDevelopment(): AstroIntegration {
  return {
    name: 'api-in-development',
    hooks: {
      'astro:server:setup': ({ server }) => {
        let listener: Promise<Listener> | undefined
        async function startApi(): Promise<Listener> {
          const { createDevelopmentApp } = await server.ssrLoadModule('/server/development.ts')
          const app = await createDevelopmentApp()
          return getRequestListener(app.fetch, { overrideGlobalObjects: false })
        }

        server.middlewares.use(async (request, response, next) => {
          const address = request.url ?? '/'
          if (isPanelAddress(address.replace(/\/?(\?.*)?$/, ''))) request.url = '/panel'
          if (!API_ADDRESS.test(address)) return next()
          try {
            listener ??= startApi()
            await (await listener)(request, response)
          } catch (error) {
            // The next request tries again, because the developer may have fixed the server's code.
            listener = undefined
            next(error)
          }
        })
      },
    },
  }
}
