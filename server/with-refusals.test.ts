import { createRequestHandler, data, type EntryContext, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { Refusal } from '#app/kernel/refusal.ts'
import { refusalFrom } from '#app/platform/http/other-account.ts'
import { withRefusals } from './with-refusals.ts'

const logged: unknown[] = []

function buildOf(module: object): ServerBuild {
  const entry = {
    default: (_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) =>
      new Response(refusalFrom(staticHandlerContext.errors?.thing), { status }),
    handleError: (error: unknown) => logged.push(error),
  }
  const route = { id: 'thing', path: 'thing', module: { default: () => null, ...module } }
  const build = { entry: { module: entry }, routes: { thing: route }, assets: { routes: {} }, future: {}, ssr: true }
  return { ...build, isSpaMode: false, prerender: [], publicPath: '/', routeDiscovery: { mode: 'initial' } } as never
}

const ask = (method: string, module: object) =>
  createRequestHandler(withRefusals(buildOf(module)))(new Request('http://shop.test/thing', { method }))

const gone = () => Promise.reject(new Refusal('Ya no existe.', { status: 404 }))

it.each([
  ['POST', { action: gone }],
  ['GET', { loader: gone }],
])('a refusal that no form answers has its status and text, and is no bug: %s', async (method, module) => {
  const answer = await ask(method, module)
  expect([answer.status, await answer.text()]).toEqual([404, 'Ya no existe.'])
  expect(logged).toEqual([])
})

it('whatever else an action answers or throws stays as it is', async () => {
  expect((await ask('POST', { action: () => data(null, 201), loader: () => null })).status).toBe(201)
  const broken = new Error('broken')
  expect((await ask('POST', { action: () => Promise.reject(broken) })).status).toBe(500)
  expect(logged).toEqual([broken])
})
