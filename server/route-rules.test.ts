import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { PUBLIC_PATH } from '#app/features/analytics/address.ts'
import routes from '#app/routes.ts'
import { routePatterns } from '#tests/support/fuzz-routes.ts'
import { createRouteRules } from './route-rules.ts'

const rulesOf = createRouteRules(routes)

/** The rules of the route that the router itself would match. */
function rulesByRouter(path: string) {
  const match = matchRoutes(routes as unknown as RouteObject[], path)?.at(-1)
  return (match?.route as { rules?: object } | undefined)?.rules ?? {}
}

const filled = (pattern: string): string => pattern.replaceAll(/:\w+/g, 'Abc-1').replace('*', 'x/y')

const spellings = (path: string): string[] => [
  path,
  path.toUpperCase(),
  `${path}/`,
  path.replace(/[a-z]/, message => `%${message.charCodeAt(0).toString(16)}`),
  path.replace(/\/([^/]*)$/, '/$1%2Fx'),
  path.replace(/\/([^/]*)$/, '/$1%0a'),
]

describe('the rules of an address', () => {
  it.each([...new Set(routePatterns())])('%s are those of its route', pattern => {
    for (const path of spellings(filled(pattern))) expect([path, rulesOf(path)]).toEqual([path, rulesByRouter(path)])
  })

  it.each(['/assessments', '/admin/access/import', '/api/v1/orders', '/certificado/x'])(
    '%s apply to its data',
    path => {
      expect(rulesOf(path)).not.toEqual({})
      for (const other of [`${path}.data`, `${path}/_.data`])
        expect([other, rulesOf(other)]).toEqual([other, rulesOf(path)])
    },
  )

  it('apply to the data of the home page under each of its names', () => {
    for (const path of ['/.data', '/_.data']) expect(rulesOf(path)).toEqual(rulesOf('/'))
  })

  it('treat the same pages as public as the statistics do', () => {
    const cached = [...new Set(routePatterns())].filter(pattern => {
      const { cache } = rulesOf(filled(pattern))
      return cache?.share === 'pages' && !cache.unless
    })
    const open = [...new Set(routePatterns())].filter(pattern => PUBLIC_PATH.test(pattern))
    expect(cached).toEqual(open)
  })
})
